import { and, count, eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { jobs } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { lockAccount } from './lock-account.ts'
import { DAY_MS, usedToday } from './processor-time.ts'

/** A waiting job starts when an earlier one ends: soon, or in hours. */
const TRY_AGAIN_MS = 10_000

/** Throws if the account may not have another job. Called in the transaction that adds it. */
export async function requireJobRoom(ctx: Context, tx: Database, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  await requireFewWaiting(ctx, tx, accountId)
  await requireProcessorTime(ctx, tx, accountId)
}

async function requireFewWaiting({ settings }: Context, tx: Database, accountId: string): Promise<void> {
  const [waiting] = await tx
    .select({ jobs: count() })
    .from(jobs)
    .where(and(eq(jobs.ownerId, accountId), eq(jobs.state, 'queued')))
  if (waiting!.jobs < settings.maxWaitingJobs) return
  const message = `${waiting!.jobs} jobs are waiting, and ${settings.maxWaitingJobs} may`
  const values = { count: waiting!.jobs, limit: settings.maxWaitingJobs }
  throw new DomainError('TOO_MANY_JOBS', { retryAfterMs: TRY_AGAIN_MS, details: [{ message, values }] })
}

async function requireProcessorTime({ settings, clock }: Context, tx: Database, accountId: string): Promise<void> {
  const now = clock.now()
  const usedSeconds = (await usedToday(tx, accountId, now)) / 1000
  if (usedSeconds < settings.maxProcessorSeconds) return
  const message = `${Math.floor(usedSeconds)} of ${settings.maxProcessorSeconds} seconds are used`
  const values = { count: Math.floor(usedSeconds), limit: settings.maxProcessorSeconds }
  const retryAfterMs = DAY_MS - (now % DAY_MS)
  throw new DomainError('PROCESSOR_QUOTA_EXCEEDED', { retryAfterMs, details: [{ message, values }] })
}
