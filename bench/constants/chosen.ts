import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Choice, Chosen } from './choose.ts'

/** What a search found, kept beside the groups. */
export type ChosenRecord = {
  readonly seed: number
  readonly rounds: number
  readonly choices: readonly {
    readonly file: string
    readonly name: string
    readonly part?: string
    readonly values: readonly string[]
    /** What each value loses while the others are as chosen. */
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
  { seed, rounds }: Pick<ChosenRecord, 'seed' | 'rounds'>,
  choices: readonly Choice[],
  { at, losses }: Chosen,
): void {
  const record: ChosenRecord = {
    seed,
    rounds,
    choices: choices.map(({ file, name, part, labels }, k) => ({
      ...{ file, name, ...(part === undefined ? {} : { part }), values: labels },
      losses: losses[k]!.map((loss) => Number(loss.toFixed(4))),
      chosen: labels[at[k]!]!,
    })),
  }
  writeFileSync(pathOf(group), `${JSON.stringify(record, undefined, 1)}\n`)
}

function pathOf(group: string): string {
  return join(import.meta.dirname, 'chosen', `${group}.json`)
}
