import { and, eq, type SQL, sql } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Job, JobState } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'

export type JobRow = typeof jobs.$inferSelect

/** The file that a job works on. */
export const jobFilename: SQL = sql`${jobs.parameters} ->> 'filename'`

const FINAL_STATES: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled'])

export function hasEnded(job: { state: JobState }): boolean {
  return FINAL_STATES.has(job.state)
}

/** The caller's own job; any other is NOT_FOUND. */
export async function findOwnJob(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<JobRow> {
  const [row] = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), ownedBy(caller, jobs.ownerId)))
  if (!row) throw notFound('job')
  return row
}

export function toJob(row: JobRow): Job {
  const { id, kind, state, title, parameters, progress, createdAt, startedAt, finishedAt, attempts, result, error } =
    row
  return {
    id,
    kind,
    state,
    title,
    // A version that is taken back or deleted needs no file.
    ...(parameters.filename && { filename: parameters.filename }),
    progress,
    createdAt,
    startedAt,
    finishedAt,
    attempts,
    ...(result && { result }),
    ...(error && { error }),
  }
}
