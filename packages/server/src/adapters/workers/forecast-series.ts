import { type Forecast, forecast } from '@omen/engine/forecast'
import type { ForecastOutcome, ForecastTask } from '../../ports/compute.ts'

type Wanted = ForecastTask['series'][number]

/** Steps without a value at the end of a series that sends no more. */
const SILENT_STEPS = 3
/** What the shortest forecast needs. */
const FEWEST_VALUES = 30

/** Forecasts series of a grid, each as far as its values allow. */
export function forecastSeries(task: ForecastTask): ForecastOutcome[] {
  return task.series.map((one) => forecastOne(task, one))
}

function forecastOne({ times, stepMs, steps, level, timeZone }: ForecastTask, one: Wanted): ForecastOutcome {
  const { values } = one
  const end = values.findLastIndex(Number.isFinite)
  const lag = values.length - 1 - end
  const range = rangeOf(values)
  if (end < 0) return { kind: 'short', need: FEWEST_VALUES, got: 0 }
  if (lag > SILENT_STEPS) return { kind: 'silent' }
  const shared = { stepMs, level, timeZone, bounds: boundsOf(one, range) }
  let found = forecast(times, values, { ...shared, horizon: stepsFor(range.count, steps + lag) })
  // What lies before a long hole does not count, so that a shorter one may do
  if (found.kind === 'insufficient' && found.got >= FEWEST_VALUES)
    found = forecast(times, values, { ...shared, horizon: stepsFor(found.got, steps + lag) })
  if (found.kind === 'insufficient') return { kind: 'short', need: FEWEST_VALUES, got: found.got }
  if (found.mid.length <= lag) return { kind: 'short', need: 2 * (lag + 1) + 10, got: range.count }
  return { kind: 'forecast', curves: curvesOf(found, lag), last: values[end]!, range }
}

/** The engine needs twice as many values as steps, and ten. */
function stepsFor(values: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, Math.floor((values - 10) / 2)))
}

interface Range {
  readonly low: number
  readonly high: number
  readonly count: number
}

/** Of the steps after the grid. */
function curvesOf({ mid, low, high, coverage, backTest }: Forecast, lag: number) {
  const after = (values: Float64Array) => Array.from(values.subarray(lag), rounded)
  return {
    mid: after(mid),
    low: after(low),
    high: after(high),
    coverage: rounded(coverage),
    ...(backTest && { backTest: inFigures(backTest) }),
  }
}

function inFigures({ origins, error, naiveError }: NonNullable<Forecast['backTest']>) {
  return { origins, error: rounded(error), naiveError: rounded(naiveError) }
}

function rangeOf(values: Float64Array): Range {
  const range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, count: 0 }
  for (const value of values) {
    if (!Number.isFinite(value)) continue
    range.count++
    range.low = Math.min(range.low, value)
    range.high = Math.max(range.high, value)
  }
  return range
}

/** Nothing that was never below 0 will be, and no share that was never above 100 %. */
function boundsOf({ isPercent }: Wanted, { low, high }: Range): { min?: number; max?: number } {
  return { ...(low >= 0 && { min: 0 }), ...(isPercent && high <= 100 && { max: 100 }) }
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}
