import { startInflux } from '../../start-influx.ts'
import { startPrometheus } from '../../start-prometheus.ts'
import type { Provider } from './provider.ts'

/** A real program in the place of a wire server. */
export type RealProvider = Omit<Provider, 'wire' | 'changeKey' | 'refuse' | 'accept' | 'planted'>

const MINUTE = 60_000
export const HOSTS = ['web1', 'web2']

/** Minutes from an hour ago up to half a day from now. */
export function minutesAround(): number[] {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE
  return Array.from({ length: 13 * 60 }, (_, at) => now + (at - 60) * MINUTE)
}

export async function startRealPrometheus(): Promise<RealProvider> {
  const samples = HOSTS.flatMap((host, at) =>
    minutesAround().map((time) => `cpu_usage{instance="${host}"} ${at + (time % 7)} ${time / 1000}`),
  )
  const prometheus = await startPrometheus(`# TYPE cpu_usage gauge\n${samples.join('\n')}\n# EOF\n`)
  const settings = { address: prometheus.url, query: ['cpu_usage'] }
  return { connector: 'prometheus', settings, secrets: {}, ...asProvider(prometheus) }
}

export async function startRealInflux(): Promise<RealProvider> {
  const influx = await startInflux()
  await influx.run('create database shop')
  const samples = HOSTS.flatMap((host, at) =>
    minutesAround().map((time) => `cpu,host=${host} usage=${at + (time % 7)} ${time}`),
  )
  await influx.write('shop', samples)
  const query = ['select usage from cpu where time >= $from and time < $to group by *']
  const { userName, password } = influx.account
  const settings = { address: influx.url, database: 'shop', userName, query }
  return { connector: 'influx', settings, secrets: { password }, ...asProvider(influx) }
}

function asProvider(program: { pause(): Promise<void>; resume(): Promise<void>; stop(): Promise<void> }) {
  return {
    dataType: 'Metric' as const,
    setTime: () => {},
    async disconnect() {
      await program.pause()
      return 'unreachable' as const
    },
    reconnect: () => program.resume(),
    close: () => program.stop(),
  }
}
