import { AMAZON_REGION, amazonError, startAmazonServer } from '../amazon-server.ts'
import { startDatadogServer } from '../datadog-server.ts'
import { googleError } from '../google/google-fault.ts'
import { GOOGLE_PROJECT, keyFileOf, makeServiceAccount } from '../google/service-account.ts'
import { startGoogleServer } from '../google-server.ts'
import { startNewRelicServer } from '../newrelic-server.ts'
import { json } from '../wire-server.ts'
import { type Provider, plantedSecret } from './provider.ts'
import { wireProvider } from './wire-provider.ts'

export async function startDatadog(): Promise<Provider> {
  const server = await startDatadogServer()
  const permissions = ['timeseries_query', 'metrics_read', 'hosts_read', 'logs_read_data']
  return wireProvider(server, {
    connector: 'datadog',
    dataType: 'Metric',
    settings: { endpoint: server.url, query: ['avg:system.cpu.user{*} by {host}'] },
    renew(round) {
      const keys = { apikey: plantedSecret('datadog-api', round), appkey: plantedSecret('datadog-app', round) }
      server.setKeys({ ...keys, permissions })
      return keys
    },
    throttled: json(
      429,
      { errors: ['Rate limit of 1600 requests in 3600 seconds reached'] },
      { 'x-ratelimit-reset': '120' },
    ),
  })
}

export async function startNewRelic(): Promise<Provider> {
  const server = await startNewRelicServer()
  const accountId = '1234567'
  return wireProvider(server, {
    connector: 'newrelic',
    dataType: 'Metric',
    settings: {
      endpoint: `${server.url}/graphql`,
      accountId,
      nrql: ['SELECT count(*) FROM Transaction FACET appName'],
    },
    renew(round) {
      const apikey = plantedSecret('NRAK', round)
      server.setKeys({ apikey, accounts: [Number(accountId)] })
      return { apikey }
    },
    throttled: json(429, { errors: [{ message: 'Too many requests' }] }, { 'retry-after': '120' }),
  })
}

export async function startAmazon(): Promise<Provider> {
  const server = await startAmazonServer()
  return wireProvider(server, {
    connector: 'amazon',
    dataType: 'Metric',
    settings: { endpoint: server.url, zone: AMAZON_REGION, instanceType: ['EC2'] },
    renew(round) {
      const [accessKeyId, secretAccessKey] = [`AKIAIOSFODNN7EXAMPL${round}`, plantedSecret('amazon-key', round)]
      server.state.keys = [{ accessKeyId, secretAccessKey }]
      return { 'access-key': accessKeyId, 'secret-key': secretAccessKey }
    },
    // The ID of a key is no secret: AWS names it
    hidden: ({ 'secret-key': secretKey = '' }) => [secretKey],
    throttled: amazonError(400, 'Throttling', 'Rate exceeded', { 'retry-after': '120' }),
  })
}

export async function startGoogle(): Promise<Provider> {
  const server = await startGoogleServer()
  return wireProvider(server, {
    connector: 'google',
    dataType: 'Metric',
    settings: { endpoint: server.url, 'project-id': GOOGLE_PROJECT, 'project-type': 'gce_instance' },
    renew(round) {
      const account = makeServiceAccount(`omen${round}`)
      server.state.accounts = [account]
      server.state.tokens.clear()
      return { filename: keyFileOf(account, `${server.tokens.url}/token`) }
    },
    // One line of the private key stands for all of it
    hidden: ({ filename = '{}' }) => [(JSON.parse(filename) as { private_key: string }).private_key.split('\n')[3]!],
    throttled: googleError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', {
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '120s' }],
    }),
    setTime: (now) => {
      server.state.aheadMs = now - Date.now()
    },
  })
}
