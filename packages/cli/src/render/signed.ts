import { percent, value } from './figures.ts'

/** A value with its sign, also above 0: "+1.5", "-3". */
export function signedValue(number: number): string {
  return number > 0 ? `+${value(number)}` : value(number)
}

/** A part with its sign, also above 0: "+7.5 %". */
export function signedPercent(part: number): string {
  return part >= 0.001 ? `+${percent(part)}` : percent(part)
}
