import { and, count, desc, eq } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Job, JobState, Page } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { jobFilename, toJob } from './job-row.ts'

/** The caller's jobs, newest first. */
export async function listJobs(
  ctx: Context,
  caller: Caller,
  request: PageRequest & { state?: JobState | undefined; filename?: string | undefined },
): Promise<{ jobs: Job[]; page: Page }> {
  const { limit, offset } = limitsOf(request)
  const where = and(
    ownedBy(caller, jobs.ownerId),
    request.state ? eq(jobs.state, request.state) : undefined,
    request.filename ? eq(jobFilename, request.filename) : undefined,
  )
  const [total] = await ctx.db.select({ value: count() }).from(jobs).where(where)
  const rows = await ctx.db
    .select()
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit)
    .offset(offset)
  return { jobs: rows.map(toJob), page: pageOf(request, total!.value) }
}
