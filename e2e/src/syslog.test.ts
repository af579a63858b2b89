import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { signedInClient } from './harness/api-client.ts'
import { freePort } from './harness/free-port.ts'
import { type OmenServer, startOmenServer } from './harness/omen-server.ts'
import { areInstalled } from './harness/prometheus.ts'

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
    const stored = async () => {
      const { lines = [] } = await client.projects.data('syslog', {
        from: Date.now() - 600_000,
        to: Date.now() + 1000,
        buckets: 1,
      })
      return lines.map(({ line }) => line).sort()
    }
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

/** Listens for messages of others on a port of loopback, as `/dev/log` is the system's. */
async function startRsyslog(folder: string, port: number, configuration: string): Promise<ChildProcess> {
  const file = join(folder, 'rsyslog.conf')
  const lines = [
    `global(workDirectory="${folder}")`,
    'module(load="imtcp")',
    `input(type="imtcp" port="${port}" address="127.0.0.1")`,
  ]
  await writeFile(file, [...lines, configuration, ''].join('\n'))
  const child = spawn('rsyslogd', ['-n', '-f', file, '-i', join(folder, 'rsyslogd.pid')], { stdio: 'inherit' })
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    if (child.exitCode !== null)
      throw new Error(`rsyslogd ended with ${child.exitCode}: ${await readFile(file, 'utf8')}`)
    if (await isListening(port)) return child
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('rsyslogd does not listen')
}

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

async function log(port: number, texts: readonly string[]): Promise<void> {
  const second = new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  const at = (k: number): string => `${second}.${String(1 + k).padStart(6, '0')}Z`
  const socket = connect(port, '127.0.0.1')
  socket.end(texts.map((text, k) => `<14>1 ${at(k)} web1 shop 17 - - ${text}\n`).join(''))
  await new Promise<void>((resolve, reject) => {
    socket.resume()
    socket.once('close', () => resolve())
    socket.once('error', reject)
  })
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
