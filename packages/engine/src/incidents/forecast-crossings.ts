import { forecast } from '../forecast/forecast.ts'
import { findDeparture } from '../forecast/outlook.ts'
import type { Frame } from '../series/frame.ts'
import type { ForecastCrossing } from './prediction.ts'

const HOUR_MS = 3_600_000
/** Steps that are forecast, at most. */
const MOST_STEPS = 2_000

type Range = { least: number; most: number }

/** Series whose forecast leaves the range that they had in training, within `horizonMs` of the end of the frame. */
export function forecastCrossings(frame: Frame, training: Frame, horizonMs: number): ForecastCrossing[] {
  const trainingColumn = new Map(training.series.map(({ id }, index) => [id, training.columns[index]]))
  const at = frame.times.at(-1)
  if (at === undefined) return []
  return frame.series.flatMap(({ id }, index) => {
    const learned = trainingColumn.get(id)
    const hours = learned && leavesRange(frame, frame.columns[index]!, rangeOf(learned), horizonMs)
    if (!hours) return []
    const [about, low, high] = hours.map((one) => at + one * HOUR_MS) as [number, number, number]
    return [{ at, seriesId: id, about, low, high }]
  })
}

/** In how many hours a forecast leaves a range: about, not before and not after. */
function leavesRange(
  { times, stepMs }: Frame,
  column: Float64Array,
  { least, most }: Range,
  horizonMs: number,
): [number, number, number] | undefined {
  const last = column.findLast((value) => !Number.isNaN(value))
  const present = column.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
  const horizon = Math.min(MOST_STEPS, Math.floor(horizonMs / stepMs), Math.floor((present - 10) / 2))
  if (last === undefined || last < least || last > most || least === most || !(horizon >= 1)) return undefined
  const bounds = least >= 0 ? { min: 0 } : {}
  const ahead = forecast(times, column, { horizon, stepMs, bounds })
  if (ahead.kind === 'insufficient') return undefined
  const end = (horizon * stepMs) / HOUR_MS
  const first = findDeparture(ahead, { stepMs, last, range: { low: least, high: most } })
  return first && [first.about, first.earliest ?? first.about, first.latest ?? end]
}

/** NaN, a gap, is neither less nor more than anything. */
function rangeOf(column: Float64Array): Range {
  const range = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
  for (const value of column) {
    if (value < range.least) range.least = value
    if (value > range.most) range.most = value
  }
  return range
}
