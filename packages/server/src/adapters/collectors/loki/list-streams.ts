import type { Choices } from '../../../ports/collector.ts'
import type { LokiApi } from './loki-api.ts'

const maxItems = 1000
/** By which lines are chosen; of a server that has none of them, its first label. */
const usualLabels = ['service_name', 'app', 'job', 'namespace', 'container', 'filename']

/** Selectors of one label each, by part of it. */
export async function listStreams(api: LokiApi, search: string, signal: AbortSignal): Promise<Choices[]> {
  const labels = await api.labels(signal)
  const usual = usualLabels.filter((label) => labels.includes(label))
  const found: string[] = []
  for (const label of usual.length > 0 ? usual : labels.slice(0, 1))
    for (const value of await api.labelValues(label, signal)) found.push(`{${label}=${JSON.stringify(value)}}`)
  const wanted = search.toLowerCase()
  const matching = found.filter((selector) => selector.toLowerCase().includes(wanted)).sort()
  return [{ field: 'query', items: matching.slice(0, maxItems).map((id) => ({ id })), total: matching.length }]
}
