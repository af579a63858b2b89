import type { MetricMetadata } from '../../../ports/decoded-batch.ts'
import { metadataOfFamily } from '../../../protocols/prometheus-series.ts'
import type { MetricType } from '../../../schema/wire-types.ts'

const types: readonly string[] = ['gauge', 'counter', 'histogram', 'summary', 'stateset']

/** Types and units by the name of the metric. */
export function readMetadata(data: unknown): Map<string, MetricMetadata> {
  const found = new Map<string, MetricMetadata>()
  for (const [family, entries] of Object.entries((data ?? {}) as Record<string, unknown>)) {
    const { type, unit } = (Array.isArray(entries) ? (entries[0] ?? {}) : {}) as { type?: unknown; unit?: unknown }
    const read = { metric: family, type: typeOf(type), unit: typeof unit === 'string' && unit !== '' ? unit : null }
    for (const one of metadataOfFamily(read)) found.set(one.metric, one)
  }
  return found
}

function typeOf(type: unknown): MetricType | null {
  return typeof type === 'string' && types.includes(type) ? (type as MetricType) : null
}
