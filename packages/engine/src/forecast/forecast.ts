import { localClock } from '../series/local-clock.ts'
import { quantileSorted, sortPresent } from '../stats/quantile.ts'
import { backTest } from './back-test.ts'
import { blend, blendAt, type Segment } from './blend.ts'
import { calendarSeasons, type Seasons } from './calendar-seasons.ts'
import type { Candidate, CandidateName, History } from './candidate.ts'
import { cleanHistory } from './clean-history.ts'
import { conformalBand } from './conformal-band.ts'
import { crossFit } from './cross-fit.ts'
import { type BackTestVerdict, evaluateBackTest } from './evaluate-back-test.ts'
import { type Crossing, findCrossing } from './find-crossing.ts'
import { holtWinters } from './holt-winters.ts'
import { leanOnLast } from './lean-on-last.ts'
import { mstlCandidate, seasonFits } from './mstl-candidate.ts'
import { lastMedian, lastValue, seasonalMedian, seasonalNaive } from './naive-candidates.ts'
import { fitSpread } from './spread-model.ts'
import { lineAhead } from './trend-candidate.ts'

/** How far to look, and what is possible. */
export type ForecastOptions = {
  /** Steps to look ahead, 1 to 10,000. */
  horizon: number
  /** The sampling interval. */
  stepMs: number
  /** What the metric cannot leave, such as 0 to 100 %. */
  bounds?: { min?: number; max?: number }
  /** The share of later values that the band is to hold; 0.9 by default. */
  level?: number
  /** IANA zone of the clocks that days and weeks follow, before and after they are changed; UTC without one. */
  timeZone?: string | undefined
}

/** A candidate and its share in the forecast, over all steps. */
export type ForecastPart = { name: CandidateName; share: number }

export type Forecast = {
  kind: 'forecast'
  /** The candidate with the largest share. */
  model: CandidateName
  /** All candidates with a share of at least 1 %, the largest first. */
  parts: ForecastPart[]
  /** Epoch ms of the steps, the first one interval after the last value. */
  times: Float64Array
  mid: Float64Array
  low: Float64Array
  high: Float64Array
  /** Share of the values that the band would have held in the back-test. */
  coverage: number
  /** How it did in the back-test; undefined where no value came that it could be held against. */
  backTest: BackTestVerdict | undefined
  /** When a limit will be reached. */
  crossing(limit: number): Crossing
}

/** Too few values: how many are needed, and how many there were. */
export type ForecastInsufficient = { kind: 'insufficient'; need: number; got: number }

/** Steps of a forecast, at most. */
const MAX_HORIZON = 10_000
/** Steps of the history that are used, the latest. */
const MAX_STEPS = 30_000

/**
 * Looks ahead, with a range. Candidates (last value, line, medians, last hour, day and week, Holt-Winters, MSTL) forecast from 20 origins
 * of the history; by their errors they are weighed for each segment of the horizon, leaning on the last value where that was better at most
 * origins, and by what the blend still missed the range is made.
 *
 * `times` are epoch ms in any order, `values` have NaN (or an infinity) for a gap; both are put on an even grid of `stepMs`, of which the
 * latest 30,000 steps count. Incidents of the history are replaced by what was usual then. Needs twice the horizon and 10 values, at
 * least 30; less is `insufficient`. Throws RangeError for a horizon, interval or level that makes no sense, and for an unknown time zone.
 */
export function forecast(
  times: Float64Array,
  values: Float64Array,
  options: ForecastOptions,
): Forecast | ForecastInsufficient {
  requireSense(times, values, options)
  const { stepMs, level = 0.9 } = options
  const need = Math.max(30, 2 * options.horizon + 10)
  const plain = toGrid(times, values, stepMs, MAX_STEPS)
  if (plain.present < need) return { kind: 'insufficient', need, got: plain.present }
  const byClock = localSteps(times, values, options)
  const shown = byClock && toGrid(byClock.times, byClock.values, stepMs, MAX_STEPS)
  // What the clocks show twice is one step of theirs: a history that is just long enough is counted without them
  const [grid, local] = shown !== undefined && shown.present >= need ? [shown, byClock] : [plain, undefined]
  // By the clocks it may be an hour more, as far as there are values for it
  const horizon = Math.min(local?.horizon ?? options.horizon, Math.floor((grid.present - 10) / 2))
  const scaled = rescale(grid.values)
  const history = readHistory(scaled.values, stepMs, horizon)
  const test = backTest(history, listCandidates(history.seasons), horizon)
  const everyOrigin = test.origins.map((_, which) => which)
  const blended = blend(test, scaled.values, everyOrigin)
  const { segments, residuals } = leanOnLast(test, scaled.values, blended, crossFit(test, scaled.values))
  const spread = fitSpread(history, test.origins, residuals)
  const band = conformalBand(residuals, test.origins, grid.values.length, spread, level)
  const mid = blendAt(test, segments, test.origins.length)
  const back = (value: number) => clip(value * scaled.size, options.bounds)
  const ahead = (curve: Float64Array) =>
    local === undefined ? curve : Float64Array.from(local.places, (place) => curve[Math.min(place, horizon - 1)]!)
  const curves = {
    mid: ahead(mid.map(back)),
    low: ahead(mid.map((value, step) => back(value - band.below[step]!))),
    high: ahead(mid.map((value, step) => back(value + band.above[step]!))),
  }
  const last = grid.values[grid.values.length - 1]!
  const parts = shares(test.names, segments)
  return {
    kind: 'forecast',
    model: parts[0]!.name,
    parts,
    times: Float64Array.from({ length: options.horizon }, (_, step) => grid.end + (step + 1) * stepMs),
    ...curves,
    coverage: band.coverage,
    backTest: evaluateBackTest(test, scaled.values, residuals, scaled.size),
    crossing: (limit) => findCrossing(curves, last, limit, stepMs),
  }
}

/** A history, and the steps after it, as the clocks of a time zone count them. */
type LocalSteps = {
  /** Times as the clocks show them, put so that the last one stays where it is: an hour is missing, or there twice, where they were changed. */
  times: Float64Array
  /** NaN for what the clocks have shown before and are to show again after the last value. */
  values: Float64Array
  /** How many steps of theirs the steps ahead reach. */
  horizon: number
  /** The step of theirs that each step ahead is, from 0. */
  places: Int32Array
}

/** Counts by the clocks of a zone. Undefined where that makes no difference: they are not changed in the history, nor in the steps ahead. */
export function localSteps(
  times: Float64Array,
  values: Float64Array,
  { horizon, stepMs, timeZone }: { horizon: number; stepMs: number; timeZone?: string | undefined },
): LocalSteps | undefined {
  const clock = localClock(timeZone)
  let end = Number.NEGATIVE_INFINITY
  for (let k = 0; k < times.length; k++)
    if (Number.isFinite(values[k]!) && Number.isFinite(times[k]!)) end = Math.max(end, times[k]!)
  if (!Number.isFinite(end)) return undefined
  const offset = clock(end) - end
  const shown = times.map((time) => clock(time) - offset)
  const places = Int32Array.from({ length: horizon }, (_, step) => {
    const time = end + (step + 1) * stepMs
    return Math.max(0, step + Math.round((clock(time) - offset - time) / stepMs))
  })
  const isSame = shown.every((time, k) => time === times[k]) && places.every((place, step) => place === step)
  if (isSame) return undefined
  return {
    times: shown,
    values: values.map((value, k) => (shown[k]! > end ? Number.NaN : value)),
    horizon: places.reduce((max, place) => Math.max(max, place + 1), 1),
    places,
  }
}

/** `scaled = value / size`. */
type Rescaling = { values: Float64Array; size: number }

/** A value counts as this many spreads away at most. */
const FARTHEST = 1e100

/**
 * Divides by a power of two, so that quartiles come to lie about 1 apart and no square of a value is too large to be a number; NaN
 * stays. Such a division loses nothing: what comes again exactly is forecast exactly.
 */
function rescale(values: Float64Array): Rescaling {
  const halves = sortPresent(values).map((value) => value / 2)
  const spread = (share: number) => quantileSorted(halves, 1 - share) - quantileSorted(halves, share)
  const wide = [0.25, 0.05, 0].map(spread).find((width) => width > 0) ?? 0.5
  const size = 2 ** Math.max(-1022, Math.min(1023, Math.round(Math.log2(wide)) + 1))
  return { values: values.map((value) => Math.max(-FARTHEST, Math.min(FARTHEST, value / size))), size }
}

/** Smoothing of a series whose level moves slowly. */
const STEADY = { level: 0.02, trend: 0.0005, season: 0.15, damping: 0.998 }
/** Smoothing of one whose level moves fast, without a trend. */
const QUICK = { level: 0.3, trend: 0, season: 0.15, damping: 1 }

/** The candidates that the seasons of a history allow. */
export function listCandidates({ hour, day, week, hasWeeks }: Seasons): Candidate[] {
  const short = day || hour
  const out = [lastValue, lineAhead, lastMedian('median-day', day || 48)]
  if (week > 0) out.push(lastMedian('median-week', week), seasonalNaive('week', week))
  if (hour > 0) out.push(seasonalNaive('hour', hour))
  if (day > 0) out.push(seasonalNaive('day', day), seasonalMedian('days', day, 7))
  if (hasWeeks) out.push(seasonalMedian('weeks', week, 4))
  if (short === 0) return out
  const periods = [hour, day, hasWeeks ? week : 0].filter((period) => period > 0)
  out.push(holtWinters('holt-winters', short, STEADY), holtWinters('holt-winters-quick', short, QUICK))
  const fits = seasonFits(periods)
  out.push(mstlCandidate('mstl-ets', fits, short, 'ets'), mstlCandidate('mstl-damped', fits, short, 'damped'))
  if (hasWeeks && day > 0) out.push(mstlCandidate('stl-day-damped', seasonFits([day]), day, 'damped'))
  return out
}

function requireSense(times: Float64Array, values: Float64Array, { horizon, stepMs, bounds, level }: ForecastOptions) {
  if (times.length !== values.length) throw new RangeError(`${times.length} times do not fit ${values.length} values`)
  if (!(Number.isInteger(horizon) && horizon >= 1 && horizon <= MAX_HORIZON))
    throw new RangeError(`a horizon is a whole number from 1 to ${MAX_HORIZON}, not ${horizon}`)
  if (!(stepMs > 0 && Number.isFinite(stepMs))) throw new RangeError(`an interval is above 0 ms, not ${stepMs}`)
  if (level !== undefined && !(level >= 0.5 && level <= 0.99))
    throw new RangeError(`the level of a band is from 0.5 to 0.99, not ${level}`)
  if (bounds?.min !== undefined && bounds.max !== undefined && !(bounds.min <= bounds.max))
    throw new RangeError(`nothing lies between ${bounds.min} and ${bounds.max}`)
}

function readHistory(values: Float64Array, stepMs: number, horizon: number): History {
  const daily = Math.round(86_400_000 / stepMs)
  const hasDays = daily >= 4 && values.length >= 2 * daily
  const clean = cleanHistory(values, hasDays ? daily : 0)
  return { ...clean, seasons: calendarSeasons(clean.cleaned, stepMs, horizon) }
}

function clip(value: number, bounds: ForecastOptions['bounds']): number {
  return Math.max(bounds?.min ?? -Number.MAX_VALUE, Math.min(bounds?.max ?? Number.MAX_VALUE, value))
}

function shares(names: readonly CandidateName[], segments: readonly Segment[]): ForecastPart[] {
  const total = segments.reduce((sum, { from, to }) => sum + to - from, 0)
  return names
    .map((name, c) => ({
      name,
      share: segments.reduce((sum, { from, to, weights }) => sum + (weights[c]! * (to - from)) / total, 0),
    }))
    .filter(({ share }) => share >= 0.01)
    .sort((a, b) => b.share - a.share)
}

/** Values at even steps, NaN where nothing was received; `end` is the time of the last of them, epoch ms. */
type Grid = { values: Float64Array; end: number; present: number }

/**
 * Puts values on an even grid that ends with the latest: several in a step are averaged, infinite ones count as missing, the order of
 * the rows does not matter. Of longer histories the latest `limit` steps are kept, and what lies before a hole that is longer than all
 * that is there tells nothing of now, and is left out.
 */
export function toGrid(times: Float64Array, values: Float64Array, stepMs: number, limit: number): Grid {
  let end = Number.NEGATIVE_INFINITY
  let start = Number.POSITIVE_INFINITY
  for (let k = 0; k < times.length; k++) {
    if (!Number.isFinite(values[k]!) || !Number.isFinite(times[k]!)) continue
    end = Math.max(end, times[k]!)
    start = Math.min(start, times[k]!)
  }
  if (end < start) return { values: new Float64Array(0), end: Number.NaN, present: 0 }
  const length = Math.min(limit, Math.round((end - start) / stepMs) + 1)
  const grid = new Float64Array(length)
  const counts = new Uint32Array(length)
  for (let k = 0; k < times.length; k++) {
    const slot = length - 1 - Math.round((end - times[k]!) / stepMs)
    if (!(slot >= 0) || !Number.isFinite(values[k]!)) continue
    counts[slot]!++
    grid[slot]! += (values[k]! - grid[slot]!) / counts[slot]!
  }
  let present = 0
  for (let slot = 0; slot < length; slot++) {
    if (counts[slot]! > 0) present++
    else grid[slot] = Number.NaN
  }
  return { ...afterHole(grid, present), end }
}

function afterHole(grid: Float64Array, present: number): Pick<Grid, 'values' | 'present'> {
  let hole = 0
  let kept = 0
  for (let slot = grid.length - 1; slot >= 0; slot--) {
    hole = Number.isNaN(grid[slot]!) ? hole + 1 : 0
    if (hole === 0) kept++
    if (hole > present) return { values: grid.subarray(slot + hole), present: kept }
  }
  return { values: grid, present }
}
