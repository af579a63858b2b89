import { chmod, chown, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { systemClock } from '../../clock/system-clock.ts'
import { makeFolderDurably } from '../../data-folder/durable-folder.ts'
import { findBinaries } from './binaries.ts'
import { type Child, type ChildOptions, startChild } from './child.ts'
import { chooseIdentity, type Identity, requireReachable } from './identity.ts'
import { initCluster } from './init-cluster.ts'
import { makeSocketFolder, removeSocketLock } from './socket-folder.ts'
import { startError } from './start-error.ts'
import { stopLeftover } from './stop-leftover.ts'

/** A PostgreSQL of this server's own, on a socket that only its user can reach. */
export interface EmbeddedPostgres {
  readonly url: string
  stop(): Promise<void>
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

async function prepareFolder(folder: string, { owner }: Identity): Promise<string> {
  makeFolderDurably(folder, 0o700)
  if (owner) {
    await chown(folder, owner.uid, owner.gid)
    // The other user may walk through the data folder, and still not look into it.
    await chmod(dirname(folder), 0o711)
  }
  return realpath(folder)
}

const restartPauseMs = 500

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
    await systemClock.sleep(restartPauseMs)
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

/** `too_many_connections`, and the codes of a PostgreSQL that starts, recovers or shuts down: it may answer later, or its process ends. */
const passing: ReadonlySet<string> = new Set(['53300', '57P01', '57P02', '57P03'])

/** A PostgreSQL that runs and refuses this connection, as its cluster is damaged or its disk is full, refuses every other one. */
async function ask(url: string): Promise<'ready' | 'not yet' | { refusal: string }> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  const answer = await client.connect().then(
    () => 'ready' as const,
    (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || passing.has(error.code ?? '')) return 'not yet'
      return { refusal: `${error.code} FATAL: ${error.message}\n${error.code} DETAIL: ${error.detail ?? ''}` }
    },
  )
  await client.end().catch(() => {})
  return answer
}
