import { and, eq, lt, ne } from 'drizzle-orm'
import { jobs } from '../../adapters/database/schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'

/** A worker says every second that it lives. */
const silentMs = 30_000

/** Takes back jobs of servers that died, and hands out again what the queue may have lost. For the start. */
export async function recoverJobs(ctx: Context): Promise<void> {
  const unfinished = await ctx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.state, 'queued'))
  const taken = await takeBackJobs(ctx)
  for (const { id } of [...unfinished, ...taken]) await ctx.queue.send(id)
}

/** For every now and then: a server beside this one may have died. */
export async function recoverSilentJobs(ctx: Context): Promise<void> {
  for (const { id } of await takeBackJobs(ctx)) await ctx.queue.send(id)
}

async function takeBackJobs(ctx: Context): Promise<{ id: string }[]> {
  const isDead = worksAlone(ctx)
    ? ne(jobs.worker, instanceId)
    : and(ne(jobs.worker, instanceId), lt(jobs.seenAt, ctx.clock.now() - silentMs))
  return ctx.db
    .update(jobs)
    .set({ state: 'queued', worker: null })
    .where(and(eq(jobs.state, 'running'), isDead))
    .returning({ id: jobs.id })
}
