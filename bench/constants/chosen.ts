import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonWithRows } from '../json-rows.ts'
import { type Choice, type Chosen, overridesAt } from './choose.ts'
import type { Override } from './with-constants.ts'

/** The values that a search began with: drawn by a seed, or chosen by the search before it, with another loss. */
export type Beginning = number | 'chosen'

/** What a search found, kept beside the groups. */
export type ChosenRecord = {
  readonly begunWith: Beginning
  readonly rounds: number
  readonly choices: readonly {
    readonly file: string
    readonly name: string
    readonly part?: string
    readonly values: readonly string[]
    /** What each value loses, the others as they were when it was looked at last. */
    readonly losses: readonly number[]
    readonly chosen: string
  }[]
}

/** The record of a group; undefined where nothing was chosen yet. */
export function readChosen(group: string): ChosenRecord | undefined {
  return existsSync(pathOf(group)) ? (JSON.parse(readFileSync(pathOf(group), 'utf8')) as ChosenRecord) : undefined
}

export function keepChosen(
  group: string,
  { begunWith, rounds }: Pick<ChosenRecord, 'begunWith' | 'rounds'>,
  choices: readonly Choice[],
  { at, losses }: Chosen,
): void {
  const chosen: ChosenRecord['choices'] = choices.map(({ file, name, part, labels }, k) => ({
    file,
    name,
    ...(part === undefined ? {} : { part }),
    values: labels,
    losses: losses[k]!.map((loss) => Number(loss.toFixed(4))),
    chosen: labels[at[k]!]!,
  }))
  writeFileSync(pathOf(group), `${jsonWithRows({ begunWith, rounds }, 'choices', chosen)}\n`)
}

function pathOf(group: string): string {
  return join(import.meta.dirname, 'chosen', `${group}.json`)
}

/** The place of the value of each constant that was chosen. Throws Error where nothing was chosen yet, or of other values. */
export function chosenPlaces(group: string, choices: readonly Choice[]): number[] {
  const record = readChosen(group)
  const at = choices.map((choice, k) => choice.labels.indexOf(record?.choices[k]?.chosen ?? ''))
  if (at.includes(-1)) throw new Error(`run bench/constants/run.ts ${group}: its values are not those of the choices`)
  return at
}

/** The constants of a group with the values that were chosen. Throws Error where nothing was chosen yet, or of other values. */
export function chosenOverrides(group: string, choices: readonly Choice[]): Override[] {
  return overridesAt(choices, chosenPlaces(group, choices))
}
