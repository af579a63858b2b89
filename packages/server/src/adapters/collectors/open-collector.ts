import type { Clock } from '../../ports/clock.ts'
import type { Collector } from '../../ports/collector.ts'
import type { ConnectionFields, OpenCollector } from '../../ports/collector-factory.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { type ElasticsearchOptions, openElasticsearchCollector } from './elasticsearch/open-elasticsearch-collector.ts'
import { type FileOptions, type FileParts, openFileCollector } from './file/open-file-collector.ts'
import { hideSecrets } from './hide-secrets.ts'
import { type InfluxOptions, openInfluxCollector } from './influx/open-influx-collector.ts'
import { type LokiOptions, openLokiCollector } from './loki/open-loki-collector.ts'
import { openCloudCollector } from './open-cloud-collector.ts'
import { openPrometheusCollector, type PrometheusOptions } from './prometheus/open-prometheus-collector.ts'
import { openMysqlCollector } from './sql/open-mysql-collector.ts'
import { openPostgresqlCollector, type SqlOptions } from './sql/open-postgresql-collector.ts'

export interface CollectorParts extends FileParts {
  readonly clock: Clock
  readonly outbound: Outbound
}

/** Opens the collector that a connection names; its fields were checked against the API description and the connector's own. */
export function collectorOpener(parts: CollectorParts): OpenCollector {
  return (connection, stepMs) => hideSecrets(openCollector(parts, connection, stepMs), connection)
}

function openCollector(parts: CollectorParts, connection: ConnectionFields, stepMs: number): Collector {
  const { connector, settings, secrets } = connection
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
    case 'influx':
      return openInfluxCollector(options as InfluxOptions, parts)
    case 'postgresql':
      return openPostgresqlCollector(options as SqlOptions, parts)
    case 'mysql':
      return openMysqlCollector(options as SqlOptions, parts)
    case 'datadog':
    case 'newrelic':
    case 'amazon':
    case 'google':
      return openCloudCollector(connector, { ...connection, stepMs }, parts)
  }
}
