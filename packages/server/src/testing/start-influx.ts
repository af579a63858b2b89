import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { type RestartableProgram, startProgram } from './restartable-program.ts'

const PROGRAM = '/usr/bin/influxd'

/** Whether Debian's influxdb is there. */
export function hasInflux(): boolean {
  return existsSync(PROGRAM)
}

export interface TestInflux extends RestartableProgram {
  readonly url: string
  /** Of its administrator. */
  readonly account: { readonly userName: string; readonly password: string }
  /** As the administrator. */
  run(query: string): Promise<void>
  write(database: string, lines: readonly string[]): Promise<void>
}

/** A real InfluxDB 1 that asks for passwords, on a free loopback port, with its data in a folder that goes when it stops. */
export async function startInflux(): Promise<TestInflux> {
  const folder = mkdtempSync(join(tmpdir(), 'omen-influx-'))
  const [port, backupPort] = [await freePort(), await freePort()]
  const config = join(folder, 'influxdb.conf')
  writeFileSync(
    config,
    `reporting-disabled = true
bind-address = "127.0.0.1:${backupPort}"
[meta]
dir = "${folder}/meta"
[data]
dir = "${folder}/data"
wal-dir = "${folder}/wal"
[http]
bind-address = "127.0.0.1:${port}"
auth-enabled = true
`,
  )
  const url = `http://127.0.0.1:${port}`
  const server = await startProgram([PROGRAM, '-config', config], folder, async () => (await fetch(`${url}/ping`)).ok)
  const account = { userName: 'admin', password: 'a-password-of-influx' }
  const authorization = `Basic ${Buffer.from(`${account.userName}:${account.password}`).toString('base64')}`
  const send = async (path: string, body: string | URLSearchParams): Promise<void> => {
    const response = await fetch(url + path, { method: 'POST', headers: { authorization }, body })
    const text = await response.text()
    if (!response.ok || text.includes('"error"')) throw new Error(text)
  }
  const run = (q: string) => send('/query', new URLSearchParams({ q }))
  await run(`create user ${account.userName} with password '${account.password}' with all privileges`)
  return {
    ...server,
    url,
    account,
    run,
    write: (database, lines) => send(`/write?db=${database}&precision=ms`, lines.join('\n')),
  }
}
