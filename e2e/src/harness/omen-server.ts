import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './free-port.ts'

export const repository: string = resolve(import.meta.dirname, '../../..')

export type OmenServer = {
  url: string
  /** The base of its API, with a slash at the end. */
  api: string
  pid: number
  folder: string
  output(): string
  /** Ends the process; keeps the folder where `keep` is set. */
  stop(signal?: NodeJS.Signals, keep?: boolean): Promise<number | null>
}

export const ADMIN_LOGIN: { userName: string; password: string } = { userName: 'operator', password: 'Watch_1tower' }

async function untilHealthy(api: string, server: ChildProcess, output: () => string, timeoutMs: number): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${output()}`)
    const answer = await fetch(`${api}health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`the server was not healthy within ${timeoutMs} ms:\n${output()}`)
}

/** The real server as a process of its own, on a folder of its own, with loopback for everything. */
export async function startOmenServer(settings: Record<string, string> = {}, folder?: string): Promise<OmenServer> {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'omen-e2e-'))
  const port = settings.OMEN_PORT ?? String(await freePort())
  const chunks: string[] = []
  const server = spawn(process.execPath, [join(repository, 'packages/server/src/main.ts')], {
    cwd: repository,
    env: {
      ...process.env,
      OMEN_DATA: data,
      OMEN_HOST: '127.0.0.1',
      OMEN_PORT: port,
      OMEN_ADMIN_USER: ADMIN_LOGIN.userName,
      OMEN_ADMIN_PASSWORD: ADMIN_LOGIN.password,
      OMEN_DEMO: 'false',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  server.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  const ended = new Promise<number | null>((done) => server.once('exit', done))
  const output = (): string => chunks.join('')
  const url = `http://127.0.0.1:${port}`
  const api = url + (settings.OMEN_API_BASE ?? '/api/v1/')
  await untilHealthy(api, server, output, 60_000).catch((error: unknown) => {
    server.kill('SIGKILL')
    throw error
  })

  async function stop(signal: NodeJS.Signals = 'SIGTERM', keep = false): Promise<number | null> {
    server.kill(signal)
    const code = await ended
    if (!keep) rmSync(data, { recursive: true, force: true })
    return code
  }
  return { url, api, pid: server.pid ?? 0, folder: data, output, stop }
}
