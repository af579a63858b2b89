import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { systemClock } from '../../clock/system-clock.ts'
import type { Identity } from './identity.ts'
import { readPid } from './stop-leftover.ts'

/**
 * Runs PostgreSQL beside a reader of this shell's standard input. The server holds the other end of that pipe and never
 * writes: when the server ends, however it ends, the reader sees the end of the pipe and PostgreSQL shuts down cleanly.
 */
const lifeline = 'exec 3<&0; "$@" </dev/null 3<&- & pid=$!; (cat <&3 >/dev/null; kill -INT "$pid") & wait "$pid"'

/**
 * What is acknowledged is on the disk (fsync, synchronous_commit); the rest keeps one laptop's PostgreSQL small. Whatever the
 * package's defaults become, these are ours.
 */
const parameters: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '64MB',
  // Findings of a month are grouped in memory; no connection holds it longer than its query
  work_mem: '16MB',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  min_wal_size: '16MB',
  max_wal_size: '256MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  log_min_messages: 'fatal',
  // The code of each error first.
  log_line_prefix: '%e ',
}

export interface Child {
  /** Resolves when PostgreSQL has ended, with the last lines that it wrote. */
  readonly ended: Promise<string>
  /** Shuts PostgreSQL down: its work is written, connections are closed. */
  stop(): Promise<void>
}

export interface ChildOptions {
  readonly postgres: string
  readonly cluster: string
  readonly socketFolder: string
  readonly identity: Identity
}

/** Starts PostgreSQL in a session of its own, so that Ctrl-C in a terminal reaches only the server. */
export function startChild({ postgres, cluster, socketFolder, identity }: ChildOptions): Child {
  const settings = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = [postgres, '-D', cluster, '-k', socketFolder, ...settings]
  const [command, ...args] = [...identity.prefix, 'sh', '-c', lifeline, 'omen-database', ...program]
  const child = spawn(command!, args, {
    ...identity.options,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.stdin!.on('error', () => {})
  const ended = untilEnded(child)
  return { ended, stop: () => stop(child, ended, cluster) }
}

const linesKept = 20
const patienceMs = 30_000

async function untilEnded(child: ChildProcess): Promise<string> {
  let lines: string[] = []
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    lines = [...lines, ...chunk.split('\n')].filter((line) => line !== '').slice(-linesKept)
  })
  await once(child, 'exit').catch((error: Error) => lines.push(error.message))
  return lines.join('\n')
}

/** One that does not shut down in time is ended at once; it recovers from its log on the next start. */
async function stop(child: ChildProcess, ended: Promise<string>, cluster: string): Promise<void> {
  child.stdin!.end()
  const stopTimer = systemClock.after(patienceMs, () => {
    const pid = readPid(join(cluster, 'postmaster.pid'))
    if (pid !== undefined) process.kill(pid, 'SIGQUIT')
  })
  await ended
  stopTimer()
}
