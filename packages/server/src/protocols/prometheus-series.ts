import type { LiveSeries, MetricMetadata } from '../ports/decoded-batch.ts'
import type { MetricType } from '../schema/wire-types.ts'
import { toLiveSeries } from './live-series.ts'

export const NAME_LABEL = '__name__'

export type Labels = Readonly<Record<string, string>>

/** The NaN by which Prometheus says that a series has ended, little endian. */
export const staleMarker: Uint8Array = Uint8Array.of(0x02, 0, 0, 0, 0, 0, 0xf0, 0x7f)

/**
 * The series of a label set: `instance` and `job` are instance and service, the others tell series of a metric apart. All
 * labels are kept as they are.
 */
export function toPrometheusSeries(
  labels: Readonly<Record<string, string>>,
  { type, unit }: Partial<Pick<MetricMetadata, 'type' | 'unit'>> = {},
): LiveSeries {
  const { [NAME_LABEL]: metric = '', instance, job, ...others } = labels
  const parts = { metric, instance, service: job, labels: others, type: type ?? undefined, unit: unit ?? undefined }
  return { ...toLiveSeries(parts), labels }
}

/** `MetricType` of both versions of remote_write. */
const TYPES: readonly (MetricType | null)[] = [
  null,
  'counter',
  'gauge',
  'histogram',
  'histogram',
  'summary',
  'gauge',
  'stateset',
]

export function metricTypeOf(number: number): MetricType | null {
  return TYPES[number] ?? null
}

const PARTS = ['_bucket', '_count', '_sum'] as const

/** Metadata names a family; its series have names of their own, and each part of a histogram or a summary is a counter. */
export function metadataOfFamily(family: MetricMetadata): MetricMetadata[] {
  const { metric, type } = family
  if (type === 'counter' && !metric.endsWith('_total')) return [family, { ...family, metric: `${metric}_total` }]
  if (type !== 'histogram' && type !== 'summary') return [family]
  const counts = PARTS.map((part): MetricMetadata => ({ ...family, metric: metric + part, type: 'counter' }))
  return [type === 'summary' ? { ...family, type: 'gauge' } : family, ...counts]
}

/** The type of a series whose own metadata names the family's. */
export function typeWithinFamily(metric: string, type: MetricType | null): MetricType | null {
  if (type !== 'histogram' && type !== 'summary') return type
  if (PARTS.some((part) => metric.endsWith(part))) return 'counter'
  return type === 'summary' ? 'gauge' : type
}
