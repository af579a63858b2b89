import { findOutlook, guessUnit, toRates } from '@omen/engine'
import type { Compute, ForecastOutcome, ForecastTask } from '../../ports/compute.ts'
import type { PointStore } from '../../ports/point-store.ts'
import type { LiveForecast, SeriesForecast } from '../../schema/wire-types.ts'
import type { ForecastPlan } from './plan-forecast.ts'

/** A series that is drawn. */
export interface ForecastSeries {
  readonly number: number
  readonly seriesId: string
  readonly metric: string
  readonly unit?: string | undefined
  readonly type?: string | undefined
  /** Drawn and forecast by its increase per second. */
  readonly isRate: boolean
  /** Since when detection reads it so, or by its values; null for always. */
  readonly readSince: number | null
  /** Part of a finding that has not ended. */
  readonly isAbnormal: boolean
}

interface ForecastRequest {
  readonly sourceId: string
  readonly plan: ForecastPlan
  readonly series: readonly ForecastSeries[]
}

/** Forecasts of the series of projects. Each is made once a step, in a worker, however many ask for it. */
export interface Forecasts {
  /** Rejects with the reason of the signal; what was forecast until then is kept. */
  read(request: ForecastRequest, signal?: AbortSignal): Promise<LiveForecast>
}

interface Range {
  readonly low: number
  readonly high: number
}

/** `expected`: where its values are expected now. */
type Outcome = (ForecastOutcome & { readonly expected: Range }) | { readonly kind: 'learning' | 'silent' }

/** Of all series of a project, as far as the same grid is asked for. */
interface Kept {
  readonly plan: ForecastPlan
  /** By number and reading. */
  readonly outcomes: Map<string, Outcome>
}

const HOUR_MS = 3_600_000
const LEVEL = 0.9
/** Series of one task: others get their turn after some tenths of a second. */
const SERIES_AT_ONCE = 10
/** Projects and horizons; one takes up to a megabyte. */
const MAX_KEPT = 32
/** Steps without an expected range after which a series counts as learning, or as silent where they hold no value either. */
const STEPS_EXPECTED = 3
/** The part of a step in which a counter has to have a value. */
const END_OF_STEP = 0.1

export function createForecasts(ctx: { points: PointStore; compute: Compute }): Forecasts {
  const kept = new Map<string, Kept>()
  // One task at a time, so that pages and pictures have the other threads
  let turn: Promise<unknown> = Promise.resolve()

  const keep = (key: string, plan: ForecastPlan): Kept => {
    const known = kept.get(key)
    const isSame = known?.plan.from === plan.from && known.plan.timeZone === plan.timeZone
    const current = isSame ? known : { plan, outcomes: new Map<string, Outcome>() }
    kept.delete(key)
    kept.set(key, current)
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest)
    return current
  }
  const fill = async (request: ForecastRequest, { plan, outcomes }: Kept, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted()
    const series = request.series.filter((one) => !outcomes.has(keyOf(one)))
    if (series.length === 0) return
    const found = await forecastAll(ctx, { ...request, plan, series }, signal)
    for (const [key, outcome] of found) outcomes.set(key, outcome)
  }
  return {
    async read(request, signal) {
      const { sourceId, plan, series } = request
      const current = keep(`${sourceId} ${plan.stepMs} ${plan.steps}`, plan)
      for (let first = 0; first < series.length; first += SERIES_AT_ONCE) {
        const part = { ...request, series: series.slice(first, first + SERIES_AT_ONCE) }
        const mine = turn.then(() => fill(part, current, signal))
        turn = mine.catch(() => {})
        await mine
      }
      return toWire(current, series)
    },
  }
}

async function forecastAll(
  { points, compute }: { points: PointStore; compute: Compute },
  { sourceId, plan, series }: ForecastRequest,
  signal: AbortSignal | undefined,
): Promise<[string, Outcome][]> {
  const { from, historyFrom, stepMs, steps, timeZone } = plan
  const numbers = series.map(({ number }) => number)
  const expected = await readExpected(points, sourceId, plan, series)
  const grid = await points.readGrid(sourceId, numbers, { from: historyFrom, to: from }, stepMs)
  const sent = new Map(numbers.map((number, index) => [number, grid.columns[index]!]))
  const rates = await readRates(points, sourceId, plan, series, sent)
  const columns = new Map([...sent, ...rates])
  const scored = series.filter(({ number }) => expected.has(number))
  const extents = await readExtents(points, sourceId, plan, scored)
  const others = series
    .filter(({ number }) => !expected.has(number))
    .map((one): [string, Outcome] => [keyOf(one), { kind: isSilent(sent.get(one.number)!) ? 'silent' : 'learning' }])
  if (scored.length === 0) return others
  const task: ForecastTask = {
    // A step holds its last value
    times: grid.times.map((time) => time + stepMs),
    stepMs,
    steps,
    level: LEVEL,
    timeZone,
    series: scored.map(({ number, metric, unit }) => ({
      values: columns.get(number)!,
      isPercent: (unit ?? guessUnit(metric)) === '%',
    })),
  }
  const outcomes = await compute.forecast(task, { signal })
  return [
    ...others,
    ...scored.map((one, index): [string, Outcome] => {
      const outcome = outcomes[index]!
      const range = outcome.kind === 'forecast' && widest(outcome.range, extents.get(one.number))
      return [keyOf(one), { ...outcome, ...(range && { range }), expected: expected.get(one.number)! }]
    }),
  ]
}

/** The least and the largest value of all samples so far: of a step the history has only the last one. Rates are of whole steps. */
async function readExtents(
  points: PointStore,
  sourceId: string,
  { historyFrom, from, stepMs }: ForecastPlan,
  series: readonly ForecastSeries[],
): Promise<Map<number, Range>> {
  const gauges = series.flatMap(({ number, isRate }) => (isRate ? [] : number))
  if (gauges.length === 0) return new Map()
  // With the step that has begun
  const span = { from: historyFrom, to: from + stepMs }
  const reduced = await points.reduceLive(sourceId, { ...span, bucketMs: span.to - span.from, series: gauges })
  return new Map(
    Array.from(reduced.series, (number, index) => [number, { low: reduced.min[index]!, high: reduced.max[index]! }]),
  )
}

function widest(range: Range, other: Range = range): Range {
  return { low: Math.min(range.low, other.low), high: Math.max(range.high, other.high) }
}

function keyOf({ number, isRate }: ForecastSeries): string {
  return `${number}${isRate ? ' rate' : ''}`
}

/**
 * Of the counters, the increase per second by step. There is none after a reset, before which a part of a step may have been counted, nor of a last
 * step at whose end nothing came: it would be too low.
 */
async function readRates(
  points: PointStore,
  sourceId: string,
  { samplingMs, stepMs, from }: ForecastPlan,
  series: readonly ForecastSeries[],
  sent: ReadonlyMap<number, Float64Array>,
): Promise<[number, Float64Array][]> {
  const counters = series.flatMap(({ number, isRate }) => (isRate ? number : []))
  if (counters.length === 0) return []
  const endMs = Math.max(samplingMs, Math.floor((END_OF_STEP * stepMs) / samplingMs) * samplingMs)
  const end = await points.readGrid(sourceId, counters, { from: from - endMs, to: from }, endMs)
  return counters.map((number, index) => {
    const values = sent.get(number)!
    const perStep = toRates(values, new Float64Array(values.length).fill(1))
    const rates = perStep.map((increase) => (increase * 1000) / stepMs)
    if (Number.isNaN(end.columns[index]![0])) rates[rates.length - 1] = Number.NaN
    return [number, rates]
  })
}

/** Whether values came once, but none lately. */
function isSilent(values: Float64Array): boolean {
  const last = values.findLastIndex(Number.isFinite)
  return last >= 0 && last < values.length - STEPS_EXPECTED
}

/** The range in which each series is expected now; none of one that is learned yet. */
async function readExpected(
  points: PointStore,
  sourceId: string,
  { from, stepMs }: ForecastPlan,
  series: readonly ForecastSeries[],
): Promise<Map<number, Range>> {
  const numbers = series.map(({ number }) => number)
  const since = new Map(series.map(({ number, readSince }) => [number, readSince ?? 0]))
  const start = from - STEPS_EXPECTED * stepMs
  const reduction = { from: start, to: from, bucketMs: stepMs, series: numbers }
  const reduced = await points.reduceLiveScores(sourceId, reduction)
  const found = new Map<number, Range>()
  // By bucket, so that the last range is kept
  reduced.series.forEach((number, index) => {
    const [low, high] = [reduced.low[index]!, reduced.high[index]!]
    const isOfReading = start + reduced.bucket[index]! * stepMs >= since.get(number)!
    if (isOfReading && Number.isFinite(low) && Number.isFinite(high)) found.set(number, { low, high })
  })
  return found
}

function toWire({ plan, outcomes }: Kept, series: readonly ForecastSeries[]): LiveForecast {
  const { from, historyFrom, stepMs, steps } = plan
  const found: LiveForecast['series'] = []
  const missing: LiveForecast['missing'] = []
  for (const one of series) {
    const { seriesId } = one
    const outcome = outcomes.get(keyOf(one))!
    if (outcome.kind === 'forecast') found.push({ seriesId, ...outcome.curves, ...outlookOf(one, outcome, plan) })
    else missing.push({ seriesId, ...reasonOf(outcome) })
  }
  return {
    from,
    until: from + steps * stepMs,
    stepMs,
    historyFrom,
    level: LEVEL,
    times: Array.from({ length: steps }, (_, step) => from + (step + 1) * stepMs),
    series: found,
    missing,
  }
}

function reasonOf(outcome: Exclude<Outcome, { kind: 'forecast' }>): Omit<LiveForecast['missing'][number], 'seriesId'> {
  if (outcome.kind !== 'short') return { reason: outcome.kind }
  return { reason: 'short', need: outcome.need, got: outcome.got }
}

function outlookOf(
  { type, isRate, isAbnormal }: ForecastSeries,
  { curves, last, range, expected }: Extract<Outcome, { kind: 'forecast' }>,
  { from, stepMs }: ForecastPlan,
): Pick<SeriesForecast, 'outlook'> {
  // A count leaves its range for as long as it counts
  if (type === 'counter' && !isRate) return {}
  const outlook = findOutlook(curves, { stepMs, last, range, left: isAbnormal ? expected : undefined })
  if (outlook === undefined) return {}
  const at = (hours: number | undefined) => (hours === undefined ? null : Math.round(from + hours * HOUR_MS))
  const { kind, side, limit, about, earliest, latest } = outlook
  return { outlook: { kind, side, limit, about: at(about), earliest: at(earliest), latest: at(latest) } }
}
