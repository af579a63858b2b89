/** 64-bit numbers are texts in JSON. */
export type Numeric = number | string

const WRITTEN = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const SPECIAL = /^(NaN|-?Infinity)$/

/** Whether a number is one: in JSON it may be any text. */
export function isNumeric(value: Numeric): boolean {
  if (typeof value === 'number' || SPECIAL.test(value)) return true
  return WRITTEN.test(value) && Number.isFinite(Number(value))
}
