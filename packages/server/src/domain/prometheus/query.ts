import { SERIES_END } from '../../ports/point-store.ts'
import { parseScalar } from '../../protocols/prometheus-scalar.ts'
import { parseSelector, type Selector, SelectorError } from '../../protocols/prometheus-selector.ts'
import type { Labels } from '../../protocols/prometheus-series.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { readMatching } from './read-matching.ts'
import type { SeriesSamples } from './read-points.ts'

/** How far back a value counts as the present one; the default of Prometheus. */
const LOOKBACK_MS = 5 * 60_000
/** As Prometheus allows. */
const MAX_STEPS = 11_000
/** Of one answer, as text. */
const MAX_VALUES = 1_000_000

/** Seconds since the epoch, and the value as a text. */
export type SampleText = [seconds: number, value: string]

export type QueryResult =
  | { resultType: 'vector'; result: { metric: Labels; value: SampleText }[] }
  | { resultType: 'matrix'; result: { metric: Labels; values: SampleText[] }[] }
  | { resultType: 'scalar'; result: SampleText }

type QueryContext = Pick<Context, 'db' | 'points' | 'clock'>

/** The values at a time, or, of a selector with a range, the samples in it. */
export async function queryInstant(
  ctx: QueryContext,
  sourceId: string,
  text: string,
  time: number,
): Promise<QueryResult> {
  const scalar = parseScalar(text)
  if (scalar !== undefined) return { resultType: 'scalar', result: sampleText(time, scalar) }
  const selector = parseSelector(text)
  const backMs = selector.rangeMs ?? LOOKBACK_MS
  const series = await select(ctx, sourceId, selector, time - backMs, time)
  if (selector.rangeMs !== undefined) {
    requireFew(series.reduce((sum, { times }) => sum + times.length, 0))
    const result = series.map(({ labels, times, values }) => ({
      metric: labels,
      values: Array.from(times, (ms, row) => sampleText(ms, values[row]!)).filter(
        (_, row) => values[row] !== SERIES_END,
      ),
    }))
    return { resultType: 'matrix', result: result.filter(({ values }) => values.length > 0) }
  }
  const present = series.filter(({ values }) => values.at(-1) !== SERIES_END)
  const result = present.map(({ labels, values }) => ({ metric: labels, value: sampleText(time, values.at(-1)!) }))
  return { resultType: 'vector', result }
}

export interface RangeRequest {
  readonly from: number
  readonly to: number
  readonly stepMs: number
}

/** The values at each step from `from` to `to`. */
export async function queryRange(
  ctx: QueryContext,
  sourceId: string,
  text: string,
  { from, to, stepMs }: RangeRequest,
): Promise<QueryResult> {
  const scalar = parseScalar(text)
  const selector = scalar === undefined ? parseSelector(text) : undefined
  if (selector?.rangeMs !== undefined)
    throw new SelectorError('a query over steps has no range: it belongs to query, or inside a function')
  if (!(stepMs > 0)) throw new SelectorError('the step must be positive')
  if (to < from) throw new SelectorError('the end must not be before the start')
  const steps = Math.floor((to - from) / stepMs) + 1
  if (steps > MAX_STEPS)
    throw new SelectorError(`a series may have ${MAX_STEPS} points: choose a longer step or a shorter time`)
  if (!selector) {
    const values = Array.from({ length: steps }, (_, step) => sampleText(from + step * stepMs, scalar!))
    return { resultType: 'matrix', result: [{ metric: {}, values }] }
  }
  const series = await select(ctx, sourceId, selector, from - LOOKBACK_MS, to)
  requireFew(series.length * steps)
  const result: { metric: Labels; values: SampleText[] }[] = []
  await inTurns(
    series.length,
    (index) => {
      const values = valuesAtSteps(series[index]!, { from, to, stepMs })
      if (values.length > 0) result.push({ metric: series[index]!.labels, values })
    },
    steps,
  )
  return { resultType: 'matrix', result }
}

/** Samples after `from`, up to and including `to`. */
function select(
  ctx: QueryContext,
  sourceId: string,
  { matchers }: Selector,
  from: number,
  to: number,
): Promise<SeriesSamples[]> {
  return readMatching(ctx, sourceId, matchers, { from: Math.floor(from) + 1, to })
}

function valuesAtSteps({ times, values }: SeriesSamples, { from, to, stepMs }: RangeRequest): SampleText[] {
  const texts: SampleText[] = []
  let row = -1
  for (let step = 0; from + step * stepMs <= to; step++) {
    const at = from + step * stepMs
    while (times[row + 1]! <= at) row++
    if (row >= 0 && times[row]! > at - LOOKBACK_MS && values[row] !== SERIES_END)
      texts.push(sampleText(at, values[row]!))
  }
  return texts
}

function sampleText(ms: number, value: number): SampleText {
  return [ms / 1000, String(value)]
}

function requireFew(values: number): void {
  if (values > MAX_VALUES)
    throw new SelectorError(
      `the answer would have more than ${MAX_VALUES} values: choose fewer series or a longer step`,
    )
}
