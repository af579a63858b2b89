import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import serverProcess from '../../packages/server/process.json' with { type: 'json' }
import { CannotMeasure } from '../budget.ts'

export const BENCH_USER = 'bench01'
export const BENCH_PASSWORD = 'Bench_2026_x1'

export type BenchServer = {
  /** `http://127.0.0.1:port` */
  origin: string
  pid: number
  /** From the start of the process to the first healthy answer. */
  healthyAfterMs: number
  /** Its output, mails included. */
  logFile: string
  stop(): Promise<void>
}

const main = join(import.meta.dirname, '../../packages/server/src/main.ts')

/** Starts the real server on a free loopback port, waits until it is healthy, and keeps what it says in `server.log`. */
export async function startServer(options: {
  data: string
  demo?: boolean
  timeoutMs?: number
  workers?: number
  /** Further settings. */
  env?: Readonly<Record<string, string>>
}): Promise<BenchServer> {
  const port = await freePort()
  const logFile = `${options.data}.log`
  const log = openSync(logFile, 'a')
  const began = performance.now()
  const child = spawn(process.execPath, [...serverProcess.flags, main], {
    stdio: ['ignore', log, log],
    env: {
      ...serverProcess.env,
      ...process.env,
      OMEN_DATA: options.data,
      OMEN_PORT: String(port),
      OMEN_ADMIN_USER: BENCH_USER,
      OMEN_ADMIN_PASSWORD: BENCH_PASSWORD,
      OMEN_DEMO: String(options.demo ?? false),
      OMEN_LOG_LEVEL: 'warn',
      ...(options.workers !== undefined && { OMEN_WORKERS: String(options.workers) }),
      ...options.env,
    },
  })
  const origin = `http://127.0.0.1:${port}`
  try {
    await untilHealthy(origin, child, options.timeoutMs ?? 60_000)
  } catch (error) {
    child.kill('SIGKILL')
    throw new CannotMeasure(`The server did not get healthy. It said:\n${readFileSync(logFile, 'utf8').slice(-2000)}`, {
      cause: error,
    })
  }
  return { origin, pid: child.pid!, healthyAfterMs: performance.now() - began, logFile, stop: () => stop(child) }
}

async function untilHealthy(origin: string, child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`left with exit code ${child.exitCode}`)
    if (await isHealthy(origin)) return
    await pause(20)
  }
  throw new Error(`not healthy after ${timeoutMs} ms`)
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/v1/health`)).status === 200
  } catch {
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(force)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
