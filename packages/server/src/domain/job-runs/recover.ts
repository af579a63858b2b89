import { and, eq, isNull, lt, lte, ne, notInArray, or, type SQL } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Failure } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { instanceId, silentMs, worksAlone } from '../instance.ts'
import { jobMessage } from '../jobs/message.ts'
import { failVersions } from '../models/index.ts'
import { jobsHere } from './run.ts'

/** A job during which this many servers died is probably the cause. */
const mostDeaths = 5
/** At least the number of workers of any server; each worker continues until no job is waiting. */
const mostReminders = 256

const deadly: Failure = { code: 'INTERNAL', message: 'The server stopped repeatedly while running this job.' }

/**
 * Requeues jobs of servers that died, and wakes workers for waiting jobs. Runs at the start and periodically, since another
 * server may have died. A job that already has a message gets no second one.
 */
export async function recoverJobs(ctx: Context): Promise<void> {
  await takeBackJobs(ctx)
  const mayRun = or(isNull(jobs.notBefore), lte(jobs.notBefore, ctx.clock.now()))
  const waiting = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.state, 'queued'), mayRun))
    .orderBy(jobs.createdAt, jobs.id)
    .limit(mostReminders)
  await ctx.queue.send(waiting.map(({ id }) => jobMessage(id)))
}

async function takeBackJobs(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const isLost = and(eq(jobs.state, 'running'), or(isLostHere(now), isOfTheDead(ctx, now)))
  await ctx.db
    .update(jobs)
    .set({ state: 'queued', worker: null })
    .where(and(isLost, lt(jobs.attempts, mostDeaths)))
  await ctx.db.transaction(async (tx) => {
    const given = await tx
      .update(jobs)
      .set({ state: 'failed', worker: null, error: deadly, finishedAt: now })
      .where(isLost)
      .returning({ id: jobs.id })
    for (const { id } of given) await failVersions({ db: tx }, id, deadly)
  })
}

function isOfTheDead(ctx: Context, now: number): SQL | undefined {
  const isElsewhere = ne(jobs.worker, instanceId)
  return worksAlone(ctx) ? isElsewhere : and(isElsewhere, lt(jobs.seenAt, now - silentMs))
}

/** Jobs whose end could not be written because the database was unavailable. */
function isLostHere(now: number): SQL | undefined {
  return and(eq(jobs.worker, instanceId), notInArray(jobs.id, [...jobsHere]), lt(jobs.seenAt, now - silentMs))
}
