import type { ConnectionFields, Connector, DataType } from '../../../packages/sdk/src/index.ts'
import type { WireFault } from '../../../packages/server/src/ports/collector.contract.ts'
import {
  amazonKey,
  amazonRegion,
  startAmazonServer,
} from '../../../packages/server/src/testing/providers/amazon-server.ts'
import { startDatadogServer } from '../../../packages/server/src/testing/providers/datadog-server.ts'
import { startElasticServer } from '../../../packages/server/src/testing/providers/elastic-server.ts'
import {
  googleAccount,
  googleProject,
  keyFileOf,
} from '../../../packages/server/src/testing/providers/google/service-account.ts'
import { startGoogleServer } from '../../../packages/server/src/testing/providers/google-server.ts'
import { startInfluxServer } from '../../../packages/server/src/testing/providers/influx-server.ts'
import { startLokiServer } from '../../../packages/server/src/testing/providers/loki-server.ts'
import { startNewRelicServer } from '../../../packages/server/src/testing/providers/newrelic-server.ts'
import { startPrometheusServer } from '../../../packages/server/src/testing/providers/prometheus-server.ts'

/** A service on loopback that speaks a provider's wire, and how a project connects to it. */
export interface Provider {
  readonly connector: Connector
  readonly dataType: DataType
  readonly settings: ConnectionFields
  /** By field; of a key file its text. */
  readonly secrets: Readonly<Record<string, string>>
  /** What of the secrets may be seen nowhere. */
  readonly planted: readonly string[]
  failNext(fault: WireFault, times?: number): void
  close(): Promise<void>
}

const planted = (name: string): string => `planted-${name}-5ecre7`

/** All providers that have a wire server. Each accepts only the secrets that are given here. */
export async function startProviders(): Promise<readonly Provider[]> {
  const stepMs = 60_000
  const [prometheusToken, lokiToken, influxToken] = ['prometheus', 'loki', 'influx'].map(planted) as [
    string,
    string,
    string,
  ]
  const elasticPassword = planted('elastic')
  const authorization = `Basic ${Buffer.from(`omen:${elasticPassword}`).toString('base64')}`
  const datadogKeys = { apikey: planted('datadog-api'), appkey: planted('datadog-app') }
  const newrelicKey = planted('NRAK')
  const secretAccessKey = planted('amazon-key')
  const [prometheus, loki, influx, elastic, datadog, newrelic, amazon, google] = await Promise.all([
    startPrometheusServer({ token: prometheusToken, stepMs }),
    startLokiServer({ token: lokiToken, stepMs }),
    startInfluxServer({ token: influxToken, stepMs }),
    startElasticServer({ authorization, stepMs }),
    startDatadogServer(),
    startNewRelicServer(),
    startAmazonServer(),
    startGoogleServer(),
  ])
  datadog.setKeys({
    ...datadogKeys,
    permissions: ['timeseries_query', 'metrics_read', 'hosts_read', 'logs_read_data'],
  })
  newrelic.setKeys({ apikey: newrelicKey, accounts: [1_234_567] })
  amazon.state.keys = [{ ...amazonKey, secretAccessKey }]
  const keyFile = keyFileOf(googleAccount, `${google.tokens.url}/token`)
  const privateKeyLine = googleAccount.privateKey.split('\n')[3]!
  return [
    {
      ...provider(prometheus, 'prometheus', 'Metric', { token: prometheusToken }),
      settings: { address: prometheus.url, query: ['cpu_usage'] },
    },
    {
      ...provider(loki, 'loki', 'Log', { token: lokiToken }),
      settings: { address: loki.url, query: ['{service_name=~".+"}'] },
    },
    {
      ...provider(influx, 'influx', 'Metric', { token: influxToken }),
      settings: {
        address: influx.url,
        database: 'shop',
        query: ['select * from "cpu" where time >= $from and time < $to group by *'],
      },
    },
    {
      ...provider(elastic, 'elasticsearch', 'Log', { password: elasticPassword }),
      settings: { address: elastic.url, index: 'logs-*', userName: 'omen' },
    },
    {
      ...provider(datadog, 'datadog', 'Metric', datadogKeys),
      settings: { endpoint: datadog.url, query: ['avg:system.cpu.user{*} by {host}'] },
    },
    {
      ...provider(newrelic, 'newrelic', 'Metric', { apikey: newrelicKey }),
      settings: {
        endpoint: `${newrelic.url}/graphql`,
        accountId: '1234567',
        nrql: ['SELECT count(*) FROM Transaction FACET appName'],
      },
    },
    {
      ...provider(amazon, 'amazon', 'Metric', { 'access-key': amazonKey.accessKeyId, 'secret-key': secretAccessKey }),
      settings: { endpoint: amazon.url, zone: amazonRegion, instanceType: ['EC2'] },
      planted: [secretAccessKey],
    },
    {
      ...provider(google, 'google', 'Metric', { filename: keyFile }),
      settings: { endpoint: google.url, 'project-id': googleProject, 'project-type': 'gce_instance' },
      planted: [privateKeyLine],
      close: async () => void (await Promise.all([google.close(), google.tokens.close()])),
    },
  ]
}

function provider(
  server: Pick<Provider, 'failNext' | 'close'>,
  connector: Connector,
  dataType: DataType,
  secrets: Provider['secrets'],
) {
  return {
    ...{ connector, dataType, secrets, planted: Object.values(secrets) },
    failNext: (fault: WireFault, times?: number) => server.failNext(fault, times),
    close: () => server.close(),
  }
}
