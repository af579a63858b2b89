import { type Choice, overridesAt } from './choose.ts'
import type { Override } from './with-constants.ts'

/** What was chosen where a part of the data was left out: for each part the labels of values by the names of constants. */
export type LeftOut = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The file with the labels as JSON, one line for each part that was left out. */
export function leftOutJson(leftOut: LeftOut): string {
  const lines = Object.entries(leftOut).map(([part, labels]) => `${JSON.stringify(part)}:${JSON.stringify(labels)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

/** The labels of chosen values. */
export function labelsAt(choices: readonly Choice[], at: readonly number[]): LeftOut[string] {
  return Object.fromEntries(choices.map((choice, k) => [nameOf(choice), choice.labels[at[k]!]!]))
}

/** The constants with the values of these labels. Throws Error where a constant or a value is missing. */
export function overridesOf(choices: readonly Choice[], labels: LeftOut[string]): Override[] {
  const at = choices.map((choice) => {
    const place = choice.labels.indexOf(labels[nameOf(choice)] ?? '')
    if (place < 0) throw new Error(`no value of ${nameOf(choice)} was chosen`)
    return place
  })
  return overridesAt(choices, at)
}

function nameOf({ name, part }: Choice): string {
  return part === undefined ? name : `${name} ${part}`
}
