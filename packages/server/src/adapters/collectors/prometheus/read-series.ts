import { type CollectedSeries, CollectorError } from '../../../ports/collector.ts'
import { type Labels, NAME_LABEL, toPrometheusSeries } from '../../../protocols/prometheus-series.ts'
import type { Metadata } from './prometheus-api.ts'

export interface ReadSeries {
  readonly series: readonly CollectedSeries[]
  /** What was left out. */
  readonly notes: readonly string[]
}

/**
 * The samples of a vector or a matrix from `from` up to, not including, `to`. A series without a name, as most expressions give them, is named by the expression.
 */
export function readSeries(
  data: unknown,
  { from, to }: { readonly from: number; readonly to: number },
  expression: string,
  metadata: Metadata = new Map(),
): ReadSeries {
  const { resultType, result } = (data ?? {}) as { resultType?: unknown; result?: unknown }
  if (resultType === 'scalar')
    return readSeries({ resultType: 'vector', result: [{ metric: {}, value: result }] }, { from, to }, expression)
  if ((resultType !== 'matrix' && resultType !== 'vector') || !Array.isArray(result))
    throw new CollectorError('badAnswer')
  let spoilt = 0
  let histograms = 0
  const series: CollectedSeries[] = []
  for (const one of result as {
    metric?: unknown
    value?: unknown
    values?: unknown
    histogram?: unknown
    histograms?: unknown
  }[]) {
    if (one?.histogram !== undefined || one?.histograms !== undefined) histograms++
    const pairs = resultType === 'matrix' ? (one?.values ?? []) : one?.value === undefined ? [] : [one.value]
    if (!isLabels(one?.metric) || !Array.isArray(pairs)) throw new CollectorError('badAnswer')
    const [times, values]: [number[], number[]] = [[], []]
    for (const pair of pairs) {
      const sample = readSample(pair)
      if (sample === undefined) spoilt++
      else if (sample.time >= from && sample.time < to) {
        times.push(sample.time)
        values.push(sample.value)
      }
    }
    if (times.length > 0) series.push({ series: describe(one.metric, expression, metadata), times, values })
  }
  const notes = [
    ...(spoilt > 0 ? [`${spoilt} samples of ${expression} were left out: they are no numbers.`] : []),
    ...(histograms > 0
      ? [`${histograms} native histograms of ${expression} were left out: take a quantile of them.`]
      : []),
  ]
  return { series, notes }
}

function describe(labels: Labels, expression: string, metadata: Metadata) {
  const { [NAME_LABEL]: name = expression } = labels
  return toPrometheusSeries({ ...labels, [NAME_LABEL]: name }, metadata.get(name) ?? {})
}

const NOT_NUMBERS: Readonly<Record<string, number>> = {
  NaN: Number.NaN,
  '+Inf': Infinity,
  Inf: Infinity,
  '-Inf': -Infinity,
}

function readSample(pair: unknown): { time: number; value: number } | undefined {
  if (!Array.isArray(pair) || typeof pair[0] !== 'number' || typeof pair[1] !== 'string') return undefined
  const value = NOT_NUMBERS[pair[1]] ?? (pair[1].trim() === '' ? undefined : Number(pair[1]))
  if (value === undefined || (Number.isNaN(value) && pair[1] !== 'NaN')) return undefined
  return { time: Math.round(pair[0] * 1000), value }
}

function isLabels(value: unknown): value is Labels {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
}
