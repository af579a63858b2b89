import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'
import type { JsonObject } from '../json-fields.ts'
import { asObject, asText } from '../json-fields.ts'
import type { MetricDescriptor } from './metric-descriptors.ts'
import { projectTypeOf } from './project-types.ts'

/** Say where a resource is, not which one it is. */
const PLACE_LABELS = ['project_id', 'location', 'region', 'zone', 'instance_id', 'configuration_name']

/**
 * The metric type with its labels, and the instance: `compute.googleapis.com/instance/network/received_bytes_count{loadbalanced="true"}[web-1]`.
 * Undefined where the time series says nothing about itself.
 */
export function toGoogleSeries(timeSeries: JsonObject, { type, unit }: MetricDescriptor): LiveSeries | undefined {
  const [metric, resource] = [asObject(timeSeries.metric), asObject(timeSeries.resource)]
  if (asText(metric?.type) !== type) return undefined
  const labels = { ...labelsOf(resource), ...labelsOf(metric) }
  const { instance: names } = projectTypeOf(asText(resource?.type) ?? '')
  const instance = names.find((name) => labels[name] !== undefined)
  const others = Object.entries(labels).filter(([name]) => name !== instance && !PLACE_LABELS.includes(name))
  return toLiveSeries({
    metric: type,
    instance: instance === undefined ? '' : labels[instance],
    labels: Object.fromEntries(others),
    unit,
  })
}

/** Labels that have a text. */
export function labelsOf(described: unknown): Record<string, string> {
  const labels = asObject(asObject(described)?.labels) ?? {}
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => {
      const text = asText(value)
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
}
