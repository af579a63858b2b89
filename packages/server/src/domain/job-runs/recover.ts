import { and, eq, isNull, lt, lte, ne, notInArray, or, type SQL } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Failure } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { instanceId, SILENT_MS, worksAlone } from '../instance.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { jobMessage } from '../jobs/message.ts'
import { failVersions } from '../models/index.ts'
import { addProcessorTime } from '../quotas/index.ts'
import { jobsHere } from './run.ts'

/** A job during which this many servers died is probably the cause. */
const MAX_DEATHS = 5
/** At least the number of workers of any server; each worker continues until no job is waiting. */
const MAX_REMINDERS = 256

const DEADLY: Failure = { code: 'INTERNAL', message: 'The server stopped repeatedly while running this job.' }

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
    .limit(MAX_REMINDERS)
  await ctx.queue.send(waiting.map(({ id }) => jobMessage(id)))
}

async function takeBackJobs(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const isLost = and(eq(jobs.state, 'running'), or(isLostHere(now), isOfTheDead(ctx, now)))
  const run = { id: jobs.id, ownerId: jobs.ownerId, seenAt: jobs.seenAt, claimedAt: jobs.claimedAt }
  await ctx.db.transaction(async (tx) => {
    const requeued = await tx
      .update(jobs)
      .set({ state: 'queued', worker: null })
      .where(and(isLost, lt(jobs.attempts, MAX_DEATHS)))
      .returning(run)
    const failed = await tx
      .update(jobs)
      .set({ state: 'failed', worker: null, error: DEADLY, finishedAt: now })
      .where(isLost)
      .returning(run)
    for (const { id } of failed) await failVersions({ db: tx }, id, DEADLY)
    for (const lost of [...requeued, ...failed]) await chargeLost({ ...ctx, db: tx }, lost)
  })
}

/** The threads of a dead server cannot report their processor time, so the time between claim and last heartbeat counts. */
async function chargeLost(
  ctx: Pick<Context, 'db' | 'clock'>,
  { ownerId, claimedAt, seenAt }: Pick<JobRow, 'ownerId' | 'claimedAt' | 'seenAt'>,
): Promise<void> {
  if (claimedAt !== null && seenAt !== null) await addProcessorTime(ctx, ownerId, Math.max(0, seenAt - claimedAt))
}

function isOfTheDead(ctx: Context, now: number): SQL | undefined {
  const isElsewhere = ne(jobs.worker, instanceId)
  return worksAlone(ctx) ? isElsewhere : and(isElsewhere, lt(jobs.seenAt, now - SILENT_MS))
}

/** Jobs whose end could not be written because the database was unavailable. */
function isLostHere(now: number): SQL | undefined {
  return and(eq(jobs.worker, instanceId), notInArray(jobs.id, [...jobsHere]), lt(jobs.seenAt, now - SILENT_MS))
}
