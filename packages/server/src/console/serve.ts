import type { FastifyInstance } from 'fastify'
import { compose } from '../compose.ts'
import { serverVersion } from '../config/server-version.ts'
import type { Settings } from '../config/settings.ts'
import { ensureFirstAdmin, type FirstAdmin } from '../domain/accounts/index.ts'
import { type BackupStores, createBackup } from '../domain/backup/index.ts'
import type { Context } from '../domain/context.ts'
import { sweepDatasets } from '../domain/files/index.ts'
import { removeRequested } from '../domain/removals/index.ts'
import { createApp } from '../http/app.ts'
import { isDatabaseDamage } from '../ports/database-damage.ts'
import { startWork } from '../start-work.ts'
import { listenSyslog } from '../syslog/listen.ts'
import { type ControlSocket, openControlSocket } from './backup/control-socket.ts'
import { growHeapUnderLoad } from './grow-heap.ts'

/** Runs until SIGTERM or SIGINT; resolves when everything is closed. */
export async function serve(settings: Settings): Promise<void> {
  const stopped = stopSignal()
  const { ctx, stores, close } = await compose(settings)
  try {
    const admin = await firstAdmin(ctx)
    const work = await startWork(ctx)
    try {
      await answerUntil(stopped, ctx, { stores, admin })
    } finally {
      await work.stop()
    }
  } finally {
    await close()
  }
}

/** Unknown where a page of the accounts is damaged, which must not prevent a start: accounts on other pages can sign in. */
async function firstAdmin(ctx: Context): Promise<FirstAdmin | null | 'unknown'> {
  try {
    return await ensureFirstAdmin(ctx)
  } catch (error) {
    if (!isDatabaseDamage(error)) throw error
    ctx.log.error({ err: error }, 'a page of the accounts is damaged: see omen-server doctor')
    return 'unknown'
  }
}

/** Answers requests until the signal; those under way may finish. */
async function answerUntil(
  stopped: Promise<NodeJS.Signals>,
  ctx: Context,
  { stores, admin }: { stores: BackupStores; admin: FirstAdmin | null | 'unknown' },
): Promise<void> {
  const app = await createApp(ctx)
  growHeapUnderLoad(app.server)
  const control = await openControl(ctx, stores)
  const syslog = await listen(ctx, app).catch((error: unknown) => {
    // Only its hash is stored: a start that fails, as where the port is taken, would keep it to itself
    if (admin !== null && admin !== 'unknown' && admin.password !== null) console.log(`\n  ${signInLine(admin)}\n`)
    throw error
  })
  announce(ctx.settings, app, admin)
  ctx.log.info({ signal: await stopped }, 'stopping')
  await control?.close()
  await syslog?.close()
  await closeApp(app, ctx)
}

async function listen(ctx: Context, app: FastifyInstance) {
  const { role, host, port } = ctx.settings
  const syslog = role === 'worker' ? undefined : await listenSyslog(ctx)
  await app.listen({ host, port })
  return syslog
}

/** Remote stores are accessible to any process, so no control socket is needed. */
async function openControl(ctx: Context, stores: BackupStores): Promise<ControlSocket | undefined> {
  const { data, databaseUrl, clickhouseUrl } = ctx.settings
  if (databaseUrl !== null && clickhouseUrl !== null) return undefined
  return openControlSocket({
    data,
    backup: () => backUpRunning(ctx, stores),
    onLeft: () => ctx.log.warn('a backup was aborted by its client'),
    onError: (error) => ctx.log.error({ err: error }, 'a backup failed'),
  })
}

/** Rows deleted meanwhile are removed from the stores once nothing reads them any more. */
async function* backUpRunning(ctx: Context, stores: BackupStores): AsyncGenerator<Uint8Array, void> {
  try {
    yield* createBackup(stores, { omen: serverVersion, now: ctx.clock.now() })
  } finally {
    await removeRequested(ctx)
    await sweepDatasets(ctx)
  }
}

/** The second signal exits immediately. */
function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let count = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => (count++ === 0 ? resolve(signal) : process.exit(1)))
  }
  return promise
}

/** Requests in progress may finish, within a time limit. */
async function closeApp(app: FastifyInstance, ctx: Context): Promise<void> {
  const timer = setTimeout(() => {
    ctx.log.warn('some requests did not finish in time')
    app.server.closeAllConnections()
  }, ctx.settings.stopSeconds * 1000)
  await app.close()
  clearTimeout(timer)
}

function announce(settings: Settings, app: FastifyInstance, admin: FirstAdmin | null | 'unknown'): void {
  const address = settings.publicUrl ?? app.listeningOrigin
  const isWorker = settings.role === 'worker'
  const lines = isWorker
    ? [`Omen's worker tells its health at ${address}`]
    : [`Omen is at ${address}`, signInLine(admin)]
  console.log(`\n  ${lines.join('\n  ')}\n`)
}

function signInLine(admin: FirstAdmin | null | 'unknown'): string {
  if (admin === 'unknown')
    return 'A page of the accounts is damaged, and some of them cannot sign in. Stop the server and run: omen-server doctor'
  if (!admin) return 'There is no administrator: make one with omen-server admin promote <account>'
  if (admin.password !== null)
    return `Sign in as ${admin.userName} with the password ${admin.password}  (shown this once; it is not stored)`
  if (admin.isNew) return `Sign in as ${admin.userName} with the password of OMEN_ADMIN_PASSWORD`
  return `Sign in as ${admin.userName}. Forgotten the password? Stop the server and run: ${commandName()} admin reset ${admin.userName}`
}

/** The command as the user typed it. */
function commandName(): string {
  return process.env.npm_lifecycle_event === 'start' ? 'npm start --' : 'omen-server'
}
