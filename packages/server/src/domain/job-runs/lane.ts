import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { TURNS_LOCK } from '../../ports/advisory-locks.ts'
import type { Database } from '../../ports/database.ts'
import type { LaneWork } from '../../ports/job-queue.ts'
import { accountTurns, jobs } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId } from '../instance.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { jobMessage } from '../jobs/message.ts'
import { runJob } from './run.ts'

/** The lane of jobs. A message says that a job is waiting, not which job runs next. */
export function jobLane(ctx: Context): LaneWork {
  return { concurrency: ctx.settings.workers, run: (_jobId, stopping) => drainJobs(ctx, stopping) }
}

/** Does one waiting job after the other, until none waits or the server stops: no pause for a message in between. */
async function drainJobs(ctx: Context, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const job = await claimNext(ctx)
    if (!job) return
    await runJob(ctx, job)
  }
}

/**
 * Claims the next waiting job: the oldest of the account with the fewest running jobs; among equals, of the account whose
 * last turn was longest ago. So an account with a hundred jobs waits behind another account's single one. Jobs that nobody asked for come after all
 * others.
 */
export async function claimNext(ctx: Context): Promise<JobRow | undefined> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TURNS_LOCK})`)
    // A job cancelled between the two statements is not claimed, and another one is tried.
    for (let id = await findNext(tx, ctx.clock.now()); id !== undefined; id = await findNext(tx, ctx.clock.now())) {
      const job = await claim(tx, id, ctx.clock.now())
      if (!job) continue
      await takeTurn(tx, job.ownerId)
      await ctx.queue.withdraw(jobMessage(id), tx)
      return job
    }
    return undefined
  })
}

async function findNext(db: Database, now: number): Promise<string | undefined> {
  const mayRun = and(eq(jobs.state, 'queued'), or(isNull(jobs.notBefore), lte(jobs.notBefore, now)))
  const first = db.$with('first').as(
    db
      .selectDistinctOn([jobs.ownerId], {
        id: jobs.id,
        ownerId: jobs.ownerId,
        createdAt: jobs.createdAt,
        isBackground: jobs.isBackground,
      })
      .from(jobs)
      .where(mayRun)
      .orderBy(jobs.ownerId, jobs.isBackground, jobs.createdAt, jobs.id),
  )
  const running = sql<number>`(select count(*) from ${jobs} where ${jobs.state} = 'running' and ${jobs.ownerId} = ${first.ownerId})`
  const [next] = await db
    .with(first)
    .select({ id: first.id })
    .from(first)
    .leftJoin(accountTurns, eq(accountTurns.accountId, first.ownerId))
    .orderBy(first.isBackground, running, sql`${accountTurns.turn} nulls first`, first.createdAt, first.id)
    .limit(1)
  return next?.id
}

async function claim(db: Database, id: string, now: number): Promise<JobRow | undefined> {
  const [job] = await db
    .update(jobs)
    .set({
      state: 'running',
      worker: instanceId,
      seenAt: now,
      claimedAt: now,
      notBefore: null,
      startedAt: sql`coalesce(${jobs.startedAt}, ${now})`,
      attempts: sql`${jobs.attempts} + 1`,
    })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'queued')))
    .returning()
  return job
}

async function takeTurn(db: Database, accountId: string): Promise<void> {
  const turn = sql`(select coalesce(max(${accountTurns.turn}), 0) + 1 from ${accountTurns})`
  await db
    .insert(accountTurns)
    .values({ accountId, turn })
    .onConflictDoUpdate({ target: accountTurns.accountId, set: { turn } })
}
