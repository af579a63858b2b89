import { CollectorError } from '../../ports/collector.ts'
import type { OpenCollector } from '../../ports/collector-factory.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { type ElasticsearchOptions, openElasticsearchCollector } from './elasticsearch/open-elasticsearch-collector.ts'
import { type FileOptions, type FileParts, openFileCollector } from './file/open-file-collector.ts'
import { type LokiOptions, openLokiCollector } from './loki/open-loki-collector.ts'
import { openPrometheusCollector, type PrometheusOptions } from './prometheus/open-prometheus-collector.ts'

export interface CollectorParts extends FileParts {
  readonly outbound: Outbound
}

/** Opens the collector that a connection names; its fields were checked against the API description and the connector's own. */
export function collectorOpener(parts: CollectorParts): OpenCollector {
  return ({ connector, settings, secrets }) => {
    const options: unknown = { ...settings, ...secrets }
    switch (connector) {
      case 'elasticsearch':
        return openElasticsearchCollector(options as ElasticsearchOptions, parts)
      case 'file':
        return openFileCollector(options as FileOptions, parts)
      case 'prometheus':
        return openPrometheusCollector(options as PrometheusOptions, parts)
      case 'loki':
        return openLokiCollector(options as LokiOptions, parts)
      default:
        throw new CollectorError('query', { providerText: `${connector} is not supported.` })
    }
  }
}
