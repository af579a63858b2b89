import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connector } from '../../../schema/wire-types.ts'
import { hasMariaDb } from '../../start-mariadb.ts'
import { startAmazon, startDatadog, startGoogle, startNewRelic } from './cloud-providers.ts'
import { startElastic, startInfluxWire, startLoki, startPrometheusWire } from './http-providers.ts'
import type { Provider } from './provider.ts'
import { startMysqlProvider, startPostgresqlProvider } from './sql-providers.ts'

const EVERY_MS = 1000

const starts: Readonly<Record<Connector, (logs: string) => Provider | Promise<Provider>>> = {
  datadog: startDatadog,
  newrelic: startNewRelic,
  amazon: startAmazon,
  google: startGoogle,
  loki: startLoki,
  elasticsearch: startElastic,
  file: startLogFile,
  prometheus: startPrometheusWire,
  influx: startInfluxWire,
  postgresql: startPostgresqlProvider,
  mysql: startMysqlProvider,
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

/** A log in a folder within that of all logs, a line of every second. Whoever writes it has it open, whatever becomes of the folder. */
function startLogFile(logs: string): Provider {
  const aside = join(mkdtempSync(join(tmpdir(), 'omen-aside-')), 'shop')
  const folder = join(logs, 'shop')
  mkdirSync(folder)
  let open = join(folder, 'shop.log')
  let written = Math.floor(Date.now() / EVERY_MS)
  const write = (now: number): void => {
    const lines: string[] = []
    for (; (written + 1) * EVERY_MS <= now; written++)
      lines.push(`${new Date((written + 1) * EVERY_MS).toISOString()} order ${written + 1} taken\n`)
    appendFileSync(open, lines.join(''))
    // Further lines are not waited for
    utimesSync(open, new Date(0), new Date(0))
  }
  const putAside = (): void => {
    renameSync(folder, aside)
    open = join(aside, 'shop.log')
  }
  const putBack = async (): Promise<void> => {
    renameSync(aside, folder)
    open = join(folder, 'shop.log')
  }
  write((written + 1) * EVERY_MS)
  return {
    connector: 'file',
    dataType: 'Log',
    secrets: {},
    planted: [],
    settings: { path: join(folder, '*.log') },
    setTime: write,
    changeKey: async () => ({ path: join(folder, 'shop*.log') }),
    async refuse() {
      putAside()
      symlinkSync(aside, folder)
      return 'permission'
    },
    async accept() {
      unlinkSync(folder)
      await putBack()
    },
    async disconnect() {
      putAside()
      return 'notFound'
    },
    reconnect: putBack,
    close: async () => rmSync(join(aside, '..'), { recursive: true, force: true }),
  }
}
