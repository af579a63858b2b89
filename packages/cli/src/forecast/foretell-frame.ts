import { type Crossing, type Forecast, type ForecastInsufficient, type Frame, forecast } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import type { FrameFile } from '../io/read-frame.ts'
import { duration } from '../render/duration.ts'
import { count, counted } from '../render/figures.ts'

export interface ForecastQuestion {
  /** How far to look, in ms. */
  horizon: number
  level: number
  bounds?: { min?: number; max?: number }
  limit?: number
  /** Names of series; all of them where it is left out. */
  series?: readonly string[]
}

/** A series with what is to come of it, and when it crosses the limit that was asked for. */
export interface Foretold {
  series: string
  forecast: Forecast
  crossing?: Crossing
}

/** A series that has too few values. */
export type TooShort = { series: string } & Pick<ForecastInsufficient, 'need' | 'got'>

export interface FrameForecast {
  /** How far was looked: whole steps of the table, in ms. */
  horizonMs: number
  foretold: Foretold[]
  tooShort: TooShort[]
}

const MOST_STEPS = 10_000
const FEWEST_VALUES = 30

/** Looks ahead in the chosen series of a table. Throws a CliError where no series of it is long enough. */
export function foretellFrame({ name, frame }: FrameFile, question: ForecastQuestion): FrameForecast {
  const steps = stepsAhead(name, frame, question.horizon)
  const { level, bounds, limit } = question
  const foretold: Foretold[] = []
  const tooShort: TooShort[] = []
  for (const column of chooseColumns(name, frame, question.series)) {
    const series = frame.series[column]!.id
    const options = { horizon: steps, stepMs: frame.stepMs, level, ...(bounds && { bounds }) }
    const found = forecast(frame.times, frame.columns[column]!, options)
    if (found.kind === 'insufficient') tooShort.push({ series, need: found.need, got: found.got })
    else foretold.push({ series, forecast: found, ...(limit !== undefined && { crossing: found.crossing(limit) }) })
  }
  if (foretold.length === 0) throw tooLittle(name, frame, steps, tooShort)
  return { horizonMs: steps * frame.stepMs, foretold, tooShort }
}

function stepsAhead(name: string, { stepMs, times }: Frame, horizonMs: number): number {
  if (!(stepMs > 0)) {
    throw refusal(
      `${name}: ${counted(times.length, 'row')} tell nothing of what is to come`,
      'Give it 30 rows at least.',
    )
  }
  const steps = Math.round(horizonMs / stepMs)
  if (steps < 1) {
    throw new UsageError(
      `--horizon ${duration(horizonMs)} is less than the interval of the table, ${duration(stepMs)}`,
      `Take ${duration(stepMs)} or more.`,
    )
  }
  if (steps <= MOST_STEPS) return steps
  throw new UsageError(
    `--horizon ${duration(horizonMs)} is ${count(steps)} steps of ${duration(stepMs)}; ${count(MOST_STEPS)} are the most`,
    `Take ${duration(MOST_STEPS * stepMs)} or less, or a table of a longer interval.`,
  )
}

function chooseColumns(name: string, { series }: Frame, wanted: readonly string[] | undefined): number[] {
  if (wanted === undefined) return series.map((_, column) => column)
  return wanted.flatMap((one) => {
    const exact = series.findIndex(({ id }) => id === one)
    if (exact >= 0) return [exact]
    const alike = series.flatMap(({ id, metric }, column) =>
      metric === one || id.startsWith(`${one}:`) ? [column] : [],
    )
    if (alike.length > 0) return alike
    const some = series.slice(0, 5).map(({ id }) => id)
    throw new UsageError(
      `${name}: there is no series ${one}`,
      `There are ${some.join(', ')}${series.length > some.length ? ` and ${series.length - some.length} more` : ''}.`,
    )
  })
}

function tooLittle(name: string, { stepMs }: Frame, steps: number, tooShort: readonly TooShort[]): CliError {
  const best = tooShort.reduce<TooShort | undefined>(
    (most, one) => (most && most.got >= one.got ? most : one),
    undefined,
  )
  if (best === undefined) return refusal(`${name}: there is no series in it`, 'It needs a column beside the times.')
  const possible = best.got < FEWEST_VALUES ? 0 : Math.floor((best.got - 10) / 2)
  return refusal(
    `${name}: ${best.series} has ${count(best.got)} values; ${duration(steps * stepMs)} ahead at one each ` +
      `${duration(stepMs)} need ${count(best.need)}`,
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
  return new CliError(message, { code: 'TOO_LITTLE_DATA', exit: exitCode.failed, hint })
}
