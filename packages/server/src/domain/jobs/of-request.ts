import { and, eq, lt } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { JobRow } from './job-row.ts'

/** The job that an earlier request with the same Idempotency-Key made at `since` or later; older ones give the key free. */
export async function findJobOfRequest(
  ctx: Pick<Context, 'db'>,
  requestId: string,
  since: number,
): Promise<JobRow | undefined> {
  await ctx.db
    .update(jobs)
    .set({ requestId: null })
    .where(and(eq(jobs.requestId, requestId), lt(jobs.createdAt, since)))
  const [row] = await ctx.db.select().from(jobs).where(eq(jobs.requestId, requestId))
  return row
}

export function requestStillAtWork(): DomainError {
  return new DomainError('CONFLICT', {
    message: {
      en: 'The first request with this Idempotency-Key is still at work.',
      'zh-CN': '使用该 Idempotency-Key 的首个请求仍在处理中。',
    },
    retryAfterMs: 1000,
  })
}
