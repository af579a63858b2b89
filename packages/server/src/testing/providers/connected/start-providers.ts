import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connector } from '../../../schema/wire-types.ts'
import { hasMariaDb } from '../../start-mariadb.ts'
import { startAmazon, startDatadog, startGoogle, startNewRelic } from './cloud-providers.ts'
import { startLogFile } from './file-provider.ts'
import { startElastic, startInfluxWire, startLoki, startPrometheusWire } from './http-providers.ts'
import type { Provider } from './provider.ts'
import { startMysqlProvider, startPostgresqlProvider } from './sql-providers.ts'

const starts: Readonly<Record<Connector, (logs: string) => Provider | Promise<Provider>>> = {
  ...{ datadog: startDatadog, newrelic: startNewRelic, amazon: startAmazon, google: startGoogle },
  ...{ loki: startLoki, elasticsearch: startElastic, file: startLogFile },
  ...{ prometheus: startPrometheusWire, influx: startInfluxWire },
  ...{ postgresql: startPostgresqlProvider, mysql: startMysqlProvider },
}

/** Everything that projects fetch from, but for MySQL where there is none. */
export const startable: readonly Connector[] = (Object.keys(starts) as Connector[]).filter(
  (connector) => connector !== 'mysql' || hasMariaDb(),
)

export interface Providers {
  readonly all: readonly Provider[]
  /** The folder of log files, which a server has to be allowed. */
  readonly logs: string
  of(connector: Connector): Provider
  setTime(now: number): void
  close(): Promise<void>
}

/** A provider of each kind, on loopback. Each accepts only its own secrets. */
export async function startProviders(): Promise<Providers> {
  const logs = mkdtempSync(join(tmpdir(), 'omen-logs-'))
  const all = await Promise.all(startable.map((connector) => starts[connector](logs)))
  return {
    all,
    logs,
    of: (wanted) => all.find(({ connector }) => connector === wanted)!,
    setTime: (now) => {
      for (const one of all) one.setTime(now)
    },
    async close() {
      await Promise.all(all.map((one) => one.close()))
      rmSync(logs, { recursive: true, force: true })
    },
  }
}
