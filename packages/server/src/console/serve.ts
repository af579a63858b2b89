import type { FastifyInstance } from 'fastify'
import { compose } from '../compose.ts'
import type { Settings } from '../config/settings.ts'
import { ensureFirstAdmin, type FirstAdmin } from '../domain/accounts/index.ts'
import type { Context } from '../domain/context.ts'
import { createApp } from '../http/app.ts'
import { startWork } from '../start-work.ts'

/** Runs until SIGTERM or SIGINT; resolves when everything is closed. */
export async function serve(settings: Settings): Promise<void> {
  const stopped = stopSignal()
  const { ctx, close } = await compose(settings)
  try {
    const admin = await ensureFirstAdmin(ctx)
    const work = await startWork(ctx)
    const app = await createApp(ctx)
    await app.listen({ host: settings.host, port: settings.port })
    announce(settings, app, admin)
    const signal = await stopped
    ctx.log.info({ signal }, 'stopping')
    work.stop()
    await closeApp(app, ctx)
  } finally {
    await close()
  }
}

/** The second signal does not wait for anybody. */
function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let count = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => (count++ === 0 ? resolve(signal) : process.exit(1)))
  }
  return promise
}

/** Requests that are being answered may finish, but not for ever. */
async function closeApp(app: FastifyInstance, ctx: Context): Promise<void> {
  const timer = setTimeout(() => {
    ctx.log.warn('some requests did not finish in time')
    app.server.closeAllConnections()
  }, ctx.settings.stopSeconds * 1000)
  await app.close()
  clearTimeout(timer)
}

function announce(settings: Settings, app: FastifyInstance, admin: FirstAdmin | null): void {
  const address = settings.publicUrl ?? app.listeningOrigin
  const isWorker = settings.role === 'worker'
  const lines = isWorker
    ? [`Omen's worker tells its health at ${address}`]
    : [`Omen is at ${address}`, signInLine(admin)]
  console.log(`\n  ${lines.join('\n  ')}\n`)
}

function signInLine(admin: FirstAdmin | null): string {
  if (!admin) return 'There is no administrator: make one with omen-server admin promote <account>'
  if (admin.password !== null)
    return `Sign in as ${admin.userName} with the password ${admin.password}  (shown this once; it is not stored)`
  if (admin.isNew) return `Sign in as ${admin.userName} with the password of OMEN_ADMIN_PASSWORD`
  return `Sign in as ${admin.userName}. Forgotten the password? Stop the server and run: ${commandName()} admin reset ${admin.userName}`
}

/** As it was typed to get here. */
function commandName(): string {
  return process.env.npm_lifecycle_event === 'start' ? 'npm start --' : 'omen-server'
}
