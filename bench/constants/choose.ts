import type { Override } from './with-constants.ts'

/** A constant to choose, or a number in it. */
export type Choice = {
  readonly file: string
  readonly name: string
  /** Where a number in it is chosen: which. */
  readonly part?: string
  /** As they are printed, from the least to the largest. */
  readonly labels: readonly string[]
  readonly values: readonly Override['value'][]
}

export type Chosen = {
  /** For each constant the place of its value. */
  readonly at: readonly number[]
  readonly loss: number
  /** For each constant what each of its values gave, the others as they were when it was looked at last. */
  readonly losses: readonly (readonly number[])[]
}

export type Search = {
  /** Where to begin, for each constant. */
  readonly start: readonly number[]
  /** Rounds over all constants. */
  readonly rounds: number
  /** What is lost with some values, the less the better; `at` are their places. */
  loss(overrides: readonly Override[], at: readonly number[]): Promise<number>
  /** Told of each constant that was looked at. */
  report(choice: Choice, losses: readonly number[], chosen: number): void
}

/**
 * One constant after another is given the best of its values while the others stay, as coordinate descent has it (Wright 2015); the middle
 * one of several that are equally good.
 */
export async function choose(choices: readonly Choice[], { start, rounds, loss, report }: Search): Promise<Chosen> {
  const at = [...start]
  const losses: number[][] = choices.map(() => [])
  const lossAt = (places: readonly number[]): Promise<number> => loss(overridesAt(choices, places), places)
  let best = await lossAt(at)
  for (let round = 0; round < rounds; round++)
    for (const [k, choice] of choices.entries()) {
      const former = at[k]!
      losses[k] = await Promise.all(
        choice.values.map((_, value) => (value === former ? best : lossAt(at.with(k, value)))),
      )
      best = Math.min(...losses[k])
      at[k] = middleOfMinima(losses[k])
      report(choice, losses[k], at[k])
    }
  return { at, loss: best, losses }
}

function middleOfMinima(losses: readonly number[]): number {
  const min = Math.min(...losses)
  const equal = losses.flatMap((loss, value) => (loss === min ? [value] : []))
  return equal[Math.floor(equal.length / 2)]!
}

export function overridesAt(choices: readonly Choice[], at: readonly number[]): Override[] {
  return choices.map(({ file, name, values }, k) => ({ file, name, value: values[at[k]!]! }))
}

/** Choices of constants that are numbers, each with its values as the source may write them. */
export function numbers(file: string, constants: Readonly<Record<string, readonly (number | string)[]>>): Choice[] {
  return Object.entries(constants).map(([name, values]) => ({
    file,
    name,
    labels: values.map(String),
    values: values.map(String),
  }))
}

/** Choices of numbers that stand behind keys in a constant. */
export function members(file: string, name: string, keys: Readonly<Record<string, readonly number[]>>): Choice[] {
  return Object.entries(keys).map(([key, values]) => ({
    file,
    name,
    part: key,
    labels: values.map(String),
    values: values.map(
      (value) => (source: string) => source.replace(new RegExp(`\\b${key}: -?[\\d._]+`), `${key}: ${value}`),
    ),
  }))
}

/** The choice of the numbers that stand behind a key in a constant, from the first on or from a later one. */
export function numbersBehind(
  key: string,
  {
    file,
    name,
    from = 0,
    values,
  }: { file: string; name: string; from?: number; values: readonly (readonly number[])[] },
): Choice {
  const count = values[0]!.length
  const place = count > 1 ? '' : ` ${from + 1}`
  return {
    file,
    name,
    part: `${key}${place}`,
    labels: values.map((numbers) => numbers.join(', ')),
    values: values.map((numbers) => (source: string) => {
      let at = 0
      return source.replace(new RegExp(`\\b${key}: [\\d.]+`, 'g'), (former) => {
        const next = numbers[at++ - from]
        return next === undefined ? former : `${key}: ${next}`
      })
    }),
  }
}
