import type { Collector } from '../../../ports/collector.ts'
import { createNerdGraphClient, type NewRelicParts } from './nerdgraph-client.ts'
import { createNewRelicLogs } from './newrelic-logs.ts'
import { createNewRelicMetrics } from './newrelic-metrics.ts'
import type { NewRelicOptions } from './newrelic-options.ts'

/** Metrics, events or logs of a New Relic account. Nothing is asked before it is used. */
export function openNewRelicCollector(options: NewRelicOptions, parts: NewRelicParts): Collector {
  const ask = createNerdGraphClient(options, parts)
  const create = options.dataType === 'Log' ? createNewRelicLogs : createNewRelicMetrics
  return create(options, ask, parts.clock)
}
