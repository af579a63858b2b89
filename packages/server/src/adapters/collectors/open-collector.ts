import type { Clock } from '../../ports/clock.ts'
import { CollectorError } from '../../ports/collector.ts'
import type { OpenCollector } from '../../ports/collector-factory.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { type LokiOptions, openLokiCollector } from './loki/open-loki-collector.ts'
import { openCloudCollector } from './open-cloud-collector.ts'
import { openPrometheusCollector, type PrometheusOptions } from './prometheus/open-prometheus-collector.ts'

/** Opens the collector that a connection names; its fields were checked against the API description and the connector's own. */
export function collectorOpener(parts: { readonly outbound: Outbound; readonly clock: Clock }): OpenCollector {
  return (connection, stepMs) => {
    const { connector, settings, secrets } = connection
    const options: unknown = { ...settings, ...secrets }
    switch (connector) {
      case 'prometheus':
        return openPrometheusCollector(options as PrometheusOptions, parts)
      case 'loki':
        return openLokiCollector(options as LokiOptions, parts)
      case 'datadog':
      case 'newrelic':
      case 'amazon':
      case 'google':
        return openCloudCollector(connector, { ...connection, stepMs }, parts)
      default:
        throw new CollectorError('query', { providerText: `${connector} is not supported.` })
    }
  }
}
