import { type CollectedSeries, CollectorError } from '../../../ports/collector.ts'
import { seriesFault } from '../../../protocols/live-series.ts'
import { asArray, asObject, asText, type JsonObject } from '../json-fields.ts'
import type { MetricDescriptor } from './metric-descriptors.ts'
import { toGoogleSeries } from './to-google-series.ts'

export interface TimeSeriesAnswer {
  readonly series: readonly CollectedSeries[]
  readonly notes: readonly string[]
}

/** What has each id: Cloud Monitoring has more labels than a name, such as the zone. */
export type SeriesNames = Map<string, string>

/**
 * A page of `timeSeries.list`. A point covers the step before its end, so its time here is where the step starts: from `from` up to,
 * not including, `to`.
 */
export function readTimeSeries(
  page: JsonObject,
  { descriptor, names }: { descriptor: MetricDescriptor; names: SeriesNames },
  { from, to, stepMs }: { from: number; to: number; stepMs: number },
): TimeSeriesAnswer {
  const listed = page.timeSeries === undefined ? [] : asArray(page.timeSeries)
  if (listed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no time series.' })
  const notes: string[] = []
  const series: CollectedSeries[] = []
  for (const item of listed) {
    const found = asObject(item)
    const key = found && toGoogleSeries(found, descriptor)
    if (found === undefined || key === undefined || seriesFault(key) !== undefined) {
      notes.push(`${descriptor.type}: a time series whose name cannot be read or stored was left out.`)
      continue
    }
    const identity = JSON.stringify([found.metric, found.resource])
    if ((names.get(key.id) ?? identity) !== identity) {
      notes.push(`${key.id}: a second one of this name was left out.`)
      continue
    }
    names.set(key.id, identity)
    const read = (asArray(found.points) ?? []).map((point) => readPoint(point, stepMs))
    const rejected = read.filter((point) => point === 'rejected').length
    if (rejected > 0) notes.push(`${key.id}: values that are not numbers were left out (${rejected}).`)
    const points = read
      .filter((point) => point !== 'rejected' && point !== 'empty')
      .filter(({ time }) => time >= from && time < to)
      .sort((a, b) => a.time - b.time)
    if (points.length > 0)
      series.push({ series: key, times: points.map(({ time }) => time), values: points.map(({ value }) => value) })
  }
  return { series, notes }
}

type Point = { readonly time: number; readonly value: number } | 'rejected' | 'empty'

function readPoint(point: unknown, stepMs: number): Point {
  const { interval, value } = asObject(point) ?? {}
  const end = Date.parse(asText(asObject(interval)?.endTime) ?? '')
  const number = readValue(asObject(value))
  if (Number.isNaN(end) || number === undefined) return 'rejected'
  return number === 'empty' ? 'empty' : { time: end - stepMs, value: number }
}

/** The mean of a distribution; `empty` where nothing was measured. */
function readValue(value: JsonObject | undefined): number | 'empty' | undefined {
  const distribution = asObject(value?.distributionValue)
  if (distribution) {
    if (Number(distribution.count ?? 0) === 0) return 'empty'
    return finite(distribution.mean ?? 0)
  }
  if (typeof value?.boolValue === 'boolean') return Number(value.boolValue)
  return finite(value?.doubleValue) ?? finite(value?.int64Value === undefined ? undefined : Number(value.int64Value))
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
