import type { Clock } from '../../ports/clock.ts'
import { CollectorError } from '../../ports/collector.ts'
import type { OpenCollector } from '../../ports/collector-factory.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { openAmazonCollector } from './amazon/open-amazon-collector.ts'
import { connectionReader } from './connection-reader.ts'
import { openDatadogCollector } from './datadog/open-datadog-collector.ts'
import { openNewRelicCollector } from './newrelic/open-newrelic-collector.ts'
import { openPrometheusCollector } from './prometheus/open-prometheus-collector.ts'

/** Opens the collector that a connection names; its fields were checked against the API description and the connector's own. */
export function collectorOpener(parts: { readonly outbound: Outbound; readonly clock: Clock }): OpenCollector {
  return (connection, stepMs) => {
    const { connector, dataType } = connection
    const { text, texts, requireText } = connectionReader(connection)
    switch (connector) {
      case 'datadog':
        return openDatadogCollector(
          {
            dataType,
            site: (text('site') ?? 'datadoghq.com') as 'datadoghq.com',
            endpoint: text('endpoint'),
            apikey: requireText('apikey'),
            appkey: requireText('appkey'),
            query: texts('query'),
            metrics: texts('metrics'),
            hosts: texts('hosts'),
          },
          parts,
        )
      case 'newrelic':
        return openNewRelicCollector(
          {
            dataType,
            region: text('region') === 'EU' ? 'EU' : 'US',
            endpoint: text('endpoint'),
            apikey: requireText('apikey'),
            accountId: Number(requireText('accountId')),
            nrql: texts('nrql'),
            metrics: texts('metrics'),
          },
          parts,
        )
      case 'amazon':
        return openAmazonCollector(
          {
            dataType,
            stepMs,
            zone: requireText('zone'),
            accessKey: requireText('access-key'),
            secretKey: requireText('secret-key'),
            roleArn: text('roleArn'),
            externalId: text('externalId'),
            endpoint: text('endpoint'),
            instanceTypes: texts('instanceType'),
            logGroups: texts('logGroups'),
          },
          parts,
        )
      case 'prometheus':
        return openPrometheusCollector(
          {
            address: requireText('address'),
            query: texts('query'),
            userName: text('userName'),
            password: text('password'),
            token: text('token'),
            tenant: text('tenant'),
          },
          parts,
        )
      default:
        throw new CollectorError('query', { providerText: `${connector} is not supported.` })
    }
  }
}
