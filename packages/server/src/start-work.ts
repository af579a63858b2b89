import { watchAlerts } from './domain/alerts/index.ts'
import { collectProjects } from './domain/collections/index.ts'
import type { Context } from './domain/context.ts'
import { startDeliveries } from './domain/deliveries/index.ts'
import { ensureDemo } from './domain/demo/index.ts'
import { dropBrokenUploads, setAsideUnnamed, sweepDatasets } from './domain/files/index.ts'
import { instanceStartedAt, worksAlone } from './domain/instance.ts'
import { jobLane, recoverJobs } from './domain/job-runs/index.ts'
import { watchProjects } from './domain/live/index.ts'
import { removeRequested } from './domain/removals/index.ts'
import { keepServerSchedules, recoverSchedules, scheduleLane, serverTasks } from './domain/schedules/index.ts'
import { scrubBrokenParts } from './domain/scrub/index.ts'
import { isDatabaseDamage } from './ports/database-damage.ts'

const LOOK_FOR_LOST_MS = 15_000
const DAY_MS = 86_400_000
/** Parts that the log names, at most. */
const NAMED_PARTS = 10

/** The background work of a server. Before the first request it recovers what a crashed server left behind. */
export async function startWork(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const ending = new AbortController()
  for (const tidy of [removeRequested, dropBrokenUploads, sweepDatasets]) await unlessDamaged(ctx, () => tidy(ctx))
  const worker = ctx.settings.role === 'api' ? undefined : await startWorker(ctx)
  // Behind the first requests: a hundred thousand files must not keep a server from starting.
  const inOrder = Promise.all([ctx.folder.closeToOthers(ending.signal), keepInOrder(ctx, ending.signal)]).catch(
    (error: unknown) => ending.signal.aborted || report(ctx, 'putting the files in order')(error),
  )
  return {
    async stop() {
      ending.abort()
      await worker?.stop()
      await inOrder
    },
  }
}

/** Runs jobs and scheduled tasks; the queue itself is stopped by whoever opened it. */
async function startWorker(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const recover = async (): Promise<void> => {
    await recoverJobs(ctx)
    await recoverSchedules(ctx)
    await ctx.queue.recover()
  }
  await unlessDamaged(ctx, () => keepServerSchedules(ctx))
  await unlessDamaged(ctx, recover)
  const scheduled = scheduleLane(ctx, serverTasks)
  await ctx.queue.start({ batch: jobLane(ctx), live: scheduled, upkeep: scheduled })
  const alerts = await watchAlerts(ctx)
  const live = await watchProjects(ctx)
  const collecting = await collectProjects(ctx)
  const deliveries = await startDeliveries(ctx)
  let isStopping = false
  let stopDemo: (() => Promise<void>) | undefined
  // Not waited for: the demo takes its time on the first start
  ensureDemo(ctx).then(
    (stop) => {
      stopDemo = stop
      if (isStopping) void stop()
    },
    (error: unknown) => isStopping || report(ctx, 'making the demo')(error),
  )
  const stopLooking = ctx.clock.every(
    LOOK_FOR_LOST_MS,
    () => void recover().catch(report(ctx, 'looking for lost work')),
  )
  return {
    async stop() {
      stopLooking()
      isStopping = true
      await stopDemo?.()
      await collecting.stop()
      await live.stop()
      await deliveries.stop()
      await alerts.stop()
    },
  }
}

/** One damaged page must not prevent a start: readable data is served, and health reports the damage. */
async function unlessDamaged(ctx: Context, step: () => Promise<unknown>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!isDatabaseDamage(error)) throw error
    ctx.log.error({ err: error }, 'a page of the database is damaged: see omen-server doctor')
  }
}

function report(ctx: Context, what: string): (error: unknown) => void {
  return (error) => ctx.log.error({ err: error }, `${what} failed`)
}

/** On servers that run jobs: reconciles stored files with their rows, and compares what broken parts held. */
async function keepInOrder(ctx: Context, signal: AbortSignal): Promise<void> {
  if (ctx.settings.role === 'api') return
  await setAsideAtStart(ctx, signal)
  await reportDamage(ctx).catch(report(ctx, 'reading what was set aside'))
  await scrubBrokenParts(ctx, signal)
}

async function reportDamage(ctx: Context): Promise<void> {
  const parts = (await ctx.points.damage()).map(({ part }) => part)
  if (parts.length === 0) return
  const facts = { count: parts.length, parts: parts.slice(0, NAMED_PARTS) }
  ctx.log.warn(facts, 'points that could not be read were set aside: see omen-server doctor')
}

async function setAsideAtStart(ctx: Context, signal: AbortSignal): Promise<void> {
  const before = worksAlone(ctx) ? instanceStartedAt : ctx.clock.now() - DAY_MS
  const { setAside, broughtBack } = await setAsideUnnamed(ctx, { before, signal })
  if (setAside > 0) ctx.log.warn({ setAside }, 'bytes that no row names were set aside: see omen-server doctor')
  if (broughtBack > 0) ctx.log.info({ broughtBack }, 'files that had been set aside are named again')
}
