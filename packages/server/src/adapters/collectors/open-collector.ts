import type { Clock } from '../../ports/clock.ts'
import { type Collector, CollectorError } from '../../ports/collector.ts'
import type { ConnectionFields, OpenCollector } from '../../ports/collector-factory.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { openAmazonCollector } from './amazon/open-amazon-collector.ts'
import type { DatadogSite } from './datadog/datadog-options.ts'
import { openDatadogCollector } from './datadog/open-datadog-collector.ts'
import { type ElasticsearchOptions, openElasticsearchCollector } from './elasticsearch/open-elasticsearch-collector.ts'
import { type FileOptions, type FileParts, openFileCollector } from './file/open-file-collector.ts'
import { openGoogleCollector } from './google/open-google-collector.ts'
import { hideSecrets } from './hide-secrets.ts'
import { type InfluxOptions, openInfluxCollector } from './influx/open-influx-collector.ts'
import { type LokiOptions, openLokiCollector } from './loki/open-loki-collector.ts'
import { openNewRelicCollector } from './newrelic/open-newrelic-collector.ts'
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

type CloudConnector = 'datadog' | 'newrelic' | 'amazon' | 'google'

/** Gives the fields of a connection, as they are named on the wire, to the collector of a cloud service. */
export function openCloudCollector(
  connector: CloudConnector,
  { stepMs, ...connection }: ConnectionFields & { readonly stepMs: number },
  parts: { readonly outbound: Outbound; readonly clock: Clock },
): Collector {
  const { dataType } = connection
  const { text, texts, requireText } = connectionReader(connection)
  if (dataType === 'Metric') requireInterval(connector, stepMs)
  const endpoint = text('endpoint')
  if (endpoint !== undefined && !URL.canParse(endpoint))
    throw new CollectorError('unreachable', { providerText: `${endpoint} is no address.` })
  switch (connector) {
    case 'datadog': {
      const keys = { apikey: requireText('apikey'), appkey: requireText('appkey') }
      const chosen = { query: texts('query'), metrics: texts('metrics'), hosts: texts('hosts') }
      const site = (text('site') ?? 'datadoghq.com') as DatadogSite
      return openDatadogCollector({ dataType, site, endpoint, ...keys, ...chosen }, parts)
    }
    case 'newrelic': {
      const account = { apikey: requireText('apikey'), accountId: Number(requireText('accountId')) }
      const chosen = { nrql: texts('nrql'), metrics: texts('metrics') }
      const region = text('region') === 'EU' ? 'EU' : 'US'
      return openNewRelicCollector({ dataType, region, endpoint, ...account, ...chosen }, parts)
    }
    case 'amazon': {
      const keys = { accessKey: requireText('access-key'), secretKey: requireText('secret-key') }
      const role = { roleArn: text('roleArn'), externalId: text('externalId') }
      const chosen = { instanceTypes: texts('instanceType'), logGroups: texts('logGroups') }
      const zone = requireText('zone')
      return openAmazonCollector({ dataType, stepMs, zone, endpoint, ...keys, ...role, ...chosen }, parts)
    }
    case 'google': {
      const project = { projectId: requireText('project-id'), keyFile: requireText('serviceAccount') }
      const chosen = {
        projectType: text('project-type') ?? '',
        metrics: texts('metrics'),
        logFilter: text('logFilter'),
      }
      return openGoogleCollector({ dataType, endpoint, ...project, ...chosen }, parts)
    }
  }
}

/** Reads the fields of a connection by the names that they have on the wire. */
function connectionReader({ settings, secrets }: ConnectionFields) {
  const fields: Readonly<Record<string, unknown>> = { ...settings, ...secrets }
  const text = (name: string): string | undefined => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    text,
    /** Secrets are missing where they could not be opened. */
    requireText(name: string): string {
      const value = text(name)
      if (value === undefined) throw new CollectorError('query', { providerText: `${name} is missing.` })
      return value
    },
    texts: (name: string): string[] => {
      const value = fields[name]
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
    },
  }
}

const MINUTE_MS = 60_000

/** What has no values that often is not added, rather than refused at every fetch. */
function requireInterval(connector: CloudConnector, stepMs: number): void {
  if (connector === 'amazon' && stepMs % MINUTE_MS !== 0)
    throw new CollectorError('query', { providerText: 'CloudWatch has values by whole minutes only.' })
  if (connector === 'google' && (stepMs < MINUTE_MS || stepMs % 1000 !== 0))
    throw new CollectorError('query', { providerText: 'Cloud Monitoring has one value a minute at most.' })
}
