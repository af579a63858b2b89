import type { GetMetricDataOutput, MetricDataResult } from '@aws-sdk/client-cloudwatch'
import { type CollectedSeries, CollectorError } from '../../../ports/collector.ts'
import type { AmazonSeries } from './to-amazon-series.ts'

export interface MetricResults {
  readonly series: readonly CollectedSeries[]
  readonly notes: readonly string[]
}

/** The samples of a page of GetMetricData, from `from` up to, not including, `to`; `queried` are the series in the order of their query ids. */
export function readMetricResults(
  { MetricDataResults: results, Messages = [] }: GetMetricDataOutput,
  queried: readonly AmazonSeries[],
  { from, to }: { from: number; to: number },
): MetricResults {
  if (!Array.isArray(results)) throw badAnswer('GetMetricData has no MetricDataResults.')
  const read = results.map((result) => readResult(result, queried, from, to))
  return {
    series: read.flatMap(({ series }) => (series.times.length === 0 ? [] : [series])),
    notes: [...Messages.map(({ Code, Value }) => `${Code}: ${Value}`), ...read.flatMap(({ notes }) => notes)],
  }
}

function readResult(
  { Id, Timestamps = [], Values = [], StatusCode, Messages = [] }: MetricDataResult,
  queried: readonly AmazonSeries[],
  from: number,
  to: number,
): { series: CollectedSeries; notes: string[] } {
  const found = queried[indexOf(Id)]
  if (found === undefined) throw badAnswer('GetMetricData answers a query that was not asked.')
  if (Timestamps.length !== Values.length) throw badAnswer('GetMetricData has values without times.')
  const { id } = found.series
  if (StatusCode === 'InternalError')
    throw new CollectorError('providerFailed', { providerText: `CloudWatch could not read ${id}.` })
  if (StatusCode === 'Forbidden')
    throw new CollectorError('permission', { providerText: `CloudWatch does not allow these keys to read ${id}.` })
  const points: [number, number][] = []
  let rejected = 0
  for (const [at, value] of Values.entries()) {
    const time = Number(Timestamps[at])
    if (typeof value !== 'number' || !Number.isFinite(value) || !Number.isFinite(time)) rejected++
    else if (time >= from && time < to) points.push([time, value])
  }
  points.sort(([a], [b]) => a - b)
  return {
    series: { series: found.series, times: points.map(([time]) => time), values: points.map(([, value]) => value) },
    notes: [
      ...(rejected > 0 ? [`${id}: values that are not numbers were left out (${rejected}).`] : []),
      ...Messages.map(({ Code, Value }) => `${id}: ${Code}: ${Value}`),
    ],
  }
}

/** Ids of queries have to start with a lower-case letter. */
export const queryId = (index: number): string => `m${index}`

function indexOf(id: string | undefined): number {
  return Number(id?.slice(1) || Number.NaN)
}

function badAnswer(text: string): CollectorError {
  return new CollectorError('badAnswer', { providerText: text })
}
