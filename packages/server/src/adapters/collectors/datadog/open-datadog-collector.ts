import type { Collector } from '../../../ports/collector.ts'
import { createDatadogClient, type DatadogParts } from './datadog-client.ts'
import { createDatadogLogs } from './datadog-logs.ts'
import { createDatadogMetrics } from './datadog-metrics.ts'
import type { DatadogOptions } from './datadog-options.ts'

/** Metrics or logs of a Datadog organisation. Nothing is asked before it is used. */
export function openDatadogCollector(options: DatadogOptions, parts: DatadogParts): Collector {
  const client = createDatadogClient(options, parts)
  const create = options.dataType === 'Log' ? createDatadogLogs : createDatadogMetrics
  return create(options, client, parts.clock)
}
