import type { Frame, FrameForecast, ShortSeries } from '@omen/engine'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { duration } from '../render/duration.ts'
import { count, counted } from '../render/figures.ts'

const MAX_STEPS = 10_000
const FEWEST_VALUES = 30

/** A horizon in steps of the table; throws if it is below one step or too long. */
export function requireSteps(name: string, { stepMs, times }: Frame, horizonMs: number): number {
  if (!(stepMs > 0))
    throw refusal(`${name}: nothing can be forecast from ${counted(times.length, 'row')}`, 'Give it 30 rows at least.')
  const steps = Math.round(horizonMs / stepMs)
  if (steps < 1) {
    throw new UsageError(
      `--horizon ${duration(horizonMs)} is less than the interval of the table, ${duration(stepMs)}`,
      `Take ${duration(stepMs)} or more.`,
    )
  }
  if (steps <= MAX_STEPS) return steps
  throw new UsageError(
    `--horizon ${duration(horizonMs)} is ${count(steps)} steps of ${duration(stepMs)}; ${count(MAX_STEPS)} are the most`,
    `Take ${duration(MAX_STEPS * stepMs)} or less, or a table of a longer interval.`,
  )
}

/** The columns of the named series or metrics; all of them where none is named. Throws a UsageError for an unknown name. */
export function requireColumns(name: string, { series }: Frame, wanted: readonly string[] | undefined): number[] {
  if (wanted === undefined) return series.map((_, column) => column)
  return wanted.flatMap((one) => {
    const exact = series.findIndex(({ id }) => id === one)
    if (exact >= 0) return [exact]
    const matching = series.flatMap(({ id, metric }, column) =>
      metric === one || id.startsWith(`${one}:`) ? [column] : [],
    )
    if (matching.length > 0) return matching
    const some = series.slice(0, 5).map(({ id }) => id)
    throw new UsageError(
      `${name}: there is no series ${one}`,
      `There are ${some.join(', ')}${series.length > some.length ? ` and ${series.length - some.length} more` : ''}.`,
    )
  })
}

/** Throws a CliError where no series was long enough. */
export function requireForecasts(
  name: string,
  { stepMs }: Frame,
  { forecasts, tooShort, horizonMs }: FrameForecast,
): void {
  if (forecasts.length > 0) return
  const [first, ...others] = tooShort
  if (first === undefined) throw refusal(`${name}: there is no series in it`, 'It needs a column beside the times.')
  const longest = others.reduce<ShortSeries>((max, one) => (max.got >= one.got ? max : one), first)
  const possible = longest.got < FEWEST_VALUES ? 0 : Math.floor((longest.got - 10) / 2)
  throw refusal(
    `${name}: ${longest.series} has ${count(longest.got)} values; ${duration(horizonMs)} ahead at one each ` +
      `${duration(stepMs)} need ${count(longest.need)}`,
    possible > 0
      ? `What is there is enough for --horizon ${shortest(possible * stepMs)}.`
      : `${count(FEWEST_VALUES)} values are the least for any forecast.`,
  )
}

/** As an option takes it: one number and one unit. */
function shortest(ms: number): string {
  const units: [string, number][] = [
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ]
  const [unit, length] = units.find(([, size]) => ms >= 2 * size) ?? ['ms', 1]
  return `${Math.floor(ms / length)}${unit}`
}

function refusal(message: string, hint: string): CliError {
  return new CliError(message, { code: 'TOO_LITTLE_DATA', exit: EXIT_CODE.failed, hint })
}
