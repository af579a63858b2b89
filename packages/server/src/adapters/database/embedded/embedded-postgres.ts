import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, lstat, readdir, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { systemClock } from '../../clock/system-clock.ts'
import { makeFolderDurably, syncFolder } from '../../data-folder/durable-folder.ts'
import { findBinaries } from './binaries.ts'
import { chooseIdentity, type Identity, requireReachable } from './identity.ts'
import { startError } from './start-error.ts'
import { readPid, stopLeftover } from './stop-leftover.ts'

/** A PostgreSQL of this server's own, on a socket that only its user can reach. */
export interface EmbeddedPostgres {
  readonly url: string
  stop(): Promise<void>
}

interface Child {
  /** Resolves when PostgreSQL has ended, with the last lines that it wrote. */
  readonly ended: Promise<string>
  /** Shuts PostgreSQL down: its work is written, connections are closed. */
  stop(): Promise<void>
}

interface ChildOptions {
  readonly postgres: string
  readonly cluster: string
  readonly socketFolder: string
  readonly identity: Identity
}

export interface EmbeddedOptions {
  /** Called when PostgreSQL exits unexpectedly, with its last log lines; it is then restarted. */
  readonly onDeath?: (lastWords: string) => void
  /** The identity PostgreSQL runs as if this process is root; detected by default. */
  readonly identity?: Identity
}

/** Starts PostgreSQL on a folder that no other process uses, creating the database if there is none. */
export async function startEmbeddedPostgres(
  dataFolder: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const identity = options.identity ?? chooseIdentity()
  const { initdb, postgres } = await findBinaries()
  const folder = await prepareFolder(resolve(dataFolder), identity)
  requireReachable(identity, [join(folder, 'cluster'), postgres])
  const cluster = join(folder, 'cluster')
  await initCluster(cluster, initdb, identity)
  const socketFolder = await makeSocketFolder(folder, identity)
  const url = `postgres://omen@/postgres?host=${encodeURIComponent(socketFolder)}`
  const supervised = await supervise({ postgres, cluster, socketFolder, identity }, url, options.onDeath)
  return { url, stop: supervised.stop }
}

const run = promisify(execFile)

/** Unicode rules of PostgreSQL's own, so that a folder can move to a machine with other locales. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Makes the folder of a new database, or does nothing where there is one. It gets its name when it is whole, so that a death
 * on the way leaves nothing that looks like a database.
 */
async function initCluster(folder: string, initdb: string, identity: Identity): Promise<void> {
  // A copied folder may be open to others, which PostgreSQL refuses.
  const names = await readdir(folder).catch((): string[] => [])
  const missing = ['PG_VERSION', 'postgresql.conf'].filter((name) => !names.includes(name))
  if (missing.length === 0) return chmod(folder, 0o700)
  if (names.length > 0) throw startError(folder, `could not find ${missing.join(' and ')}`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const args = ['-D', unfinished, '-U', 'omen', '--auth=trust', '--wal-segsize=4', ...LOCALE]
  const [command, ...rest] = [...identity.prefix, initdb, ...args]
  await run(command!, rest, { ...identity.options, cwd: '/' }).catch((error: NodeJS.ErrnoException) => {
    throw typeof error.code === 'string' ? error : startError(folder, error.message)
  })
  await rename(unfinished, folder)
  await syncFolder(dirname(folder))
}

async function prepareFolder(folder: string, { owner }: Identity): Promise<string> {
  makeFolderDurably(folder, 0o700)
  if (owner) {
    await chown(folder, owner.uid, owner.gid)
    // The other user may walk through the data folder, and still not look into it.
    await chmod(dirname(folder), 0o711)
  }
  return realpath(folder)
}

const RESTART_PAUSE_MS = 500

/** Keeps PostgreSQL running until it is stopped. */
async function supervise(
  options: ChildOptions,
  url: string,
  onDeath: EmbeddedOptions['onDeath'],
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let running = await startReady(options, url)
  const restart = async (lastWords: string): Promise<void> => {
    onDeath?.(lastWords)
    await systemClock.sleep(RESTART_PAUSE_MS)
    if (stopping.signal.aborted) return
    running = await startReady(options, url).catch((error: Error) => ({
      ...running,
      ended: Promise.resolve(error.message),
    }))
    if (stopping.signal.aborted) await running.stop()
  }
  const watch = async (): Promise<void> => {
    for (;;) {
      const lastWords = await running.ended
      if (stopping.signal.aborted) return
      await restart(lastWords)
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await running.stop()
      await watching
    },
  }
}

/** After a crash PostgreSQL replays its log first, for which there is no time limit. */
async function startReady(options: ChildOptions, url: string): Promise<Child> {
  await stopLeftover(options.cluster)
  await removeSocketLock(options.socketFolder)
  const child = startChild(options)
  let lastWords: string | undefined
  void child.ended.then((words) => {
    lastWords = words
  })
  while (lastWords === undefined) {
    const answer = await ask(url)
    if (answer === 'ready') return child
    if (answer !== 'not yet') {
      await child.stop()
      throw startError(options.cluster, answer.refusal)
    }
    await systemClock.sleep(10)
  }
  throw startError(options.cluster, lastWords)
}

/** The operating system's limit on a socket's path, with its closing NUL (104 on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 104
const SOCKET_NAME = '.s.PGSQL.5432'

/** The folder of PostgreSQL's socket: beside the data, or a short one in the temporary folder where that path is too long. */
async function makeSocketFolder(data: string, identity: Identity): Promise<string> {
  const folder = await shortEnough(data)
  makeFolderDurably(folder, 0o700)
  const { uid } = await lstat(folder)
  const allowed = [process.getuid?.() ?? uid, identity.owner?.uid]
  if (!allowed.includes(uid)) throw new Error(`${folder} belongs to somebody else: remove it, or set TMPDIR.`)
  await chmod(folder, 0o700)
  if (identity.owner) await chown(folder, identity.owner.uid, identity.owner.gid)
  return folder
}

/**
 * Removes the lock that a killed PostgreSQL leaves beside its socket: another program may have its process id by now. The
 * caller holds the folder, and no PostgreSQL runs on it.
 */
async function removeSocketLock(folder: string): Promise<void> {
  await rm(join(folder, `${SOCKET_NAME}.lock`), { force: true })
}

async function shortEnough(data: string): Promise<string> {
  const beside = join(data, 'socket')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) < MAX_PATH_BYTES) return beside
  const name = createHash('sha256').update(data).digest('hex').slice(0, 16)
  return join(await realpath(tmpdir()), `omen-${name}`)
}

/** `too_many_connections`, and the codes of a PostgreSQL that starts, recovers or shuts down: it may answer later, or its process ends. */
const PASSING: ReadonlySet<string> = new Set(['53300', '57P01', '57P02', '57P03'])

/** A PostgreSQL that runs and refuses this connection, as its cluster is damaged or its disk is full, refuses every other one. */
async function ask(url: string): Promise<'ready' | 'not yet' | { refusal: string }> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  const answer = await client.connect().then(
    () => 'ready' as const,
    (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || PASSING.has(error.code ?? '')) return 'not yet'
      return { refusal: `${error.code} FATAL: ${error.message}\n${error.code} DETAIL: ${error.detail ?? ''}` }
    },
  )
  await client.end().catch(() => {})
  return answer
}

/**
 * Runs PostgreSQL beside a reader of this shell's standard input. The server holds the other end of that pipe and never
 * writes: when the server ends, however it ends, the reader sees the end of the pipe and PostgreSQL shuts down cleanly.
 */
const LIFELINE = 'exec 3<&0; "$@" </dev/null 3<&- & pid=$!; (cat <&3 >/dev/null; kill -INT "$pid") & wait "$pid"'

/**
 * What is acknowledged is on the disk (fsync, synchronous_commit); the rest keeps one laptop's PostgreSQL small. Whatever the
 * package's defaults become, these are ours.
 */
const PARAMETERS: Readonly<Record<string, string>> = {
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

/** Starts PostgreSQL in a session of its own, so that Ctrl-C in a terminal reaches only the server. */
function startChild({ postgres, cluster, socketFolder, identity }: ChildOptions): Child {
  const settings = Object.entries(PARAMETERS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = [postgres, '-D', cluster, '-k', socketFolder, ...settings]
  const [command, ...args] = [...identity.prefix, 'sh', '-c', LIFELINE, 'omen-database', ...program]
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

const LINES_KEPT = 20
const PATIENCE_MS = 30_000

async function untilEnded(child: ChildProcess): Promise<string> {
  let lines: string[] = []
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    lines = [...lines, ...chunk.split('\n')].filter((line) => line !== '').slice(-LINES_KEPT)
  })
  await once(child, 'exit').catch((error: Error) => lines.push(error.message))
  return lines.join('\n')
}

/** One that does not shut down in time is ended at once; it recovers from its log on the next start. */
async function stop(child: ChildProcess, ended: Promise<string>, cluster: string): Promise<void> {
  child.stdin!.end()
  const stopTimer = systemClock.after(PATIENCE_MS, () => {
    const pid = readPid(join(cluster, 'postmaster.pid'))
    if (pid !== undefined) process.kill(pid, 'SIGQUIT')
  })
  await ended
  stopTimer()
}
