import { backTest } from './back-test.ts'
import { blend, blendAt, type Segment } from './blend.ts'
import { calendarSeasons } from './calendar-seasons.ts'
import type { CandidateName, History } from './candidate.ts'
import { cleanHistory } from './clean-history.ts'
import { conformalBand } from './conformal-band.ts'
import { crossFit } from './cross-fit.ts'
import { type BackTestVerdict, evaluateBackTest } from './evaluate-back-test.ts'
import { type Crossing, findCrossing } from './find-crossing.ts'
import { leanOnLast } from './lean-on-last.ts'
import { listCandidates } from './list-candidates.ts'
import { localSteps } from './local-steps.ts'
import { rescale } from './rescale.ts'
import { fitSpread } from './spread-model.ts'
import { toGrid } from './to-grid.ts'

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
