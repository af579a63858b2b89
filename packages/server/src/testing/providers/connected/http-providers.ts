import { startElasticServer } from '../elastic-server.ts'
import { startInfluxServer } from '../influx-server.ts'
import { startLokiServer } from '../loki-server.ts'
import { startPrometheusServer } from '../prometheus-server.ts'
import { json } from '../wire-server.ts'
import { type Provider, plantedSecret } from './provider.ts'
import { wireProvider } from './wire-provider.ts'

const STEP_MS = 60_000
const throttled = json(429, { error: 'too many requests' }, { 'retry-after': '120' })

/** Of a server that accepts one token. */
function tokenOf(server: { token: string | undefined }, name: string) {
  return (round: number) => {
    const token = plantedSecret(name, round)
    server.token = token
    return { token }
  }
}

export async function startPrometheusWire(): Promise<Provider> {
  const server = await startPrometheusServer({ stepMs: STEP_MS })
  return wireProvider(server, {
    connector: 'prometheus',
    dataType: 'Metric',
    throttled,
    settings: { address: server.url, query: ['cpu_usage'] },
    renew: tokenOf(server, 'prometheus'),
  })
}

export async function startLoki(): Promise<Provider> {
  const server = await startLokiServer({ stepMs: STEP_MS })
  return wireProvider(server, {
    connector: 'loki',
    dataType: 'Log',
    throttled,
    settings: { address: server.url, query: ['{service_name=~".+"}'] },
    renew: tokenOf(server, 'loki'),
  })
}

export async function startInfluxWire(): Promise<Provider> {
  const server = await startInfluxServer({ stepMs: STEP_MS })
  return wireProvider(server, {
    connector: 'influx',
    dataType: 'Metric',
    throttled,
    settings: {
      address: server.url,
      database: 'shop',
      query: ['select * from "cpu" where time >= $from and time < $to group by *'],
    },
    renew: tokenOf(server, 'influx'),
  })
}

export async function startElastic(): Promise<Provider> {
  const server = await startElasticServer({ stepMs: STEP_MS })
  return wireProvider(server, {
    connector: 'elasticsearch',
    dataType: 'Log',
    throttled,
    settings: { address: server.url, index: 'logs-*', userName: 'omen' },
    renew(round) {
      const password = plantedSecret('elastic', round)
      server.authorization = `Basic ${Buffer.from(`omen:${password}`).toString('base64')}`
      return { password }
    },
  })
}
