import { eq, min } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** When the job that has waited longest was created, in epoch ms; null where none waits. */
export async function oldestWaiting(ctx: Pick<Context, 'db'>): Promise<number | null> {
  const [row] = await ctx.db
    .select({ createdAt: min(jobs.createdAt) })
    .from(jobs)
    .where(eq(jobs.state, 'queued'))
  return row!.createdAt
}
