import { type ChildProcess, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { signedInClient } from './harness/api-client.ts'
import { freePort } from './harness/free-port.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { areInstalled } from './harness/prometheus.ts'
import { end, log, startRsyslog } from './harness/rsyslog.ts'

describe.runIf(areInstalled('rsyslogd'))('the configuration for rsyslog', () => {
  let omen: OmenServer
  let client: Omen
  let settings: Record<string, string>
  let folder: string
  let port: number
  let rsyslog: ChildProcess | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omen-rsyslog-'))
    port = await freePort()
    settings = { OMEN_PORT: String(await freePort()), OMEN_SYSLOG_PORT: String(await freePort()) }
    omen = await startOmenServer(settings)
    client = await signedInClient(omen.url)
  })
  afterAll(async () => {
    await end(rsyslog)
    await omen.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('sends as the page shows it; what was logged after Omen was killed waits, and comes when it is back', async () => {
    const { commands } = await client.projects.addLog({ projectName: 'syslog', samplingInterval: 1 })
    const { text } = commands.find(({ sender }) => sender === 'rsyslog')!
    rsyslog = await startRsyslog(folder, port, text)
    const logged = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, k) => `order ${from + k} was paid`)
    await log(port, logged(0, 20))
    const stored = () => storedLines(client, 'syslog')
    const poll = { timeout: 40_000, interval: 500 }
    await expect.poll(stored, poll).toEqual(logged(0, 20).sort())
    const { folder: data } = omen
    await omen.stop('SIGKILL', true)
    await log(port, logged(20, 60))
    await log(port, logged(60, 80))
    omen = await startOmenServer(settings, data)
    client = await signedInClient(omen.url)
    await expect.poll(stored, poll).toEqual(logged(0, 80).sort())
  }, 240_000)
})

const hasTls =
  areInstalled('rsyslogd') &&
  readdirSync('/usr/lib').some((name) => existsSync(`/usr/lib/${name}/rsyslog/lmnsd_ossl.so`))

describe.runIf(hasTls)('the configuration for rsyslog over TLS', () => {
  let folder: string
  let omen: OmenServer
  let rsyslog: ChildProcess | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'omen-rsyslog-tls-'))
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1'.split(
      ' ',
    )
    execFileSync('openssl', ['req', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    omen = await startOmenServer({
      OMEN_PORT: String(await freePort()),
      OMEN_SYSLOG_TLS_PORT: String(await freePort()),
      OMEN_SYSLOG_TLS_CERT: cert,
      OMEN_SYSLOG_TLS_KEY: key,
    })
  })
  afterAll(async () => {
    await end(rsyslog)
    await omen.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('sends as the page shows it, to a server whose certificate is of an authority that it trusts', async () => {
    const client = await signedInClient(omen.url)
    const { commands } = await client.projects.addLog({ projectName: 'secure', samplingInterval: 1 })
    const { text } = commands.find(({ sender }) => sender === 'rsyslog')!
    const own = text.replace('/etc/ssl/certs/ca-certificates.crt', join(folder, 'cert.pem'))
    expect(own).not.toBe(text)
    const port = await freePort()
    rsyslog = await startRsyslog(folder, port, own)
    await log(port, ['order 1 was paid', 'order 2 was paid'])
    await expect
      .poll(() => storedLines(client, 'secure'), { timeout: 60_000, interval: 500 })
      .toEqual(['order 1 was paid', 'order 2 was paid'])
    expect((await client.system.health()).syslog).toMatchObject({ refused: 0 })
  }, 120_000)
})

async function storedLines(client: Omen, projectName: string): Promise<string[]> {
  const span = { from: Date.now() - 600_000, to: Date.now() + 1000 }
  const { lines = [] } = await client.projects.data(projectName, { ...span, buckets: 1 })
  return lines.map(({ line }) => line).sort()
}
