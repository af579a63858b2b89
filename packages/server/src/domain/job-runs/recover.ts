import { and, eq, lt, ne } from 'drizzle-orm'
import { jobs } from '../../adapters/database/schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'
import { abandonTargets } from '../models/index.ts'
import type { Failure } from '../wire-types.ts'

/** A worker says every second that it lives. */
const silentMs = 30_000
/** A job under which so many servers died may be what kills them. */
const mostDeaths = 5

const deadly: Failure = { code: 'INTERNAL', message: 'The server stopped again and again while it was at this job.' }

/** Takes back jobs of servers that died, and hands out again what the queue may have lost. For the start. */
export async function recoverJobs(ctx: Context): Promise<void> {
  const unstarted = await ctx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.state, 'queued'))
  const taken = await takeBackJobs(ctx)
  for (const { id } of [...unstarted, ...taken]) await ctx.queue.send(id)
}

/** For every now and then: a server beside this one may have died. */
export async function recoverSilentJobs(ctx: Context): Promise<void> {
  for (const { id } of await takeBackJobs(ctx)) await ctx.queue.send(id)
}

async function takeBackJobs(ctx: Context): Promise<{ id: string }[]> {
  const now = ctx.clock.now()
  const isDead = worksAlone(ctx)
    ? ne(jobs.worker, instanceId)
    : and(ne(jobs.worker, instanceId), lt(jobs.seenAt, now - silentMs))
  const isLost = and(eq(jobs.state, 'running'), isDead)
  const taken = await ctx.db
    .update(jobs)
    .set({ state: 'queued', worker: null })
    .where(and(isLost, lt(jobs.attempts, mostDeaths)))
    .returning({ id: jobs.id })
  const given = await ctx.db
    .update(jobs)
    .set({ state: 'failed', worker: null, error: deadly, finishedAt: now })
    .where(isLost)
    .returning({ id: jobs.id })
  for (const { id } of given) await abandonTargets(ctx, id, deadly)
  return taken
}
