import { and, inArray, sql } from 'drizzle-orm'
import { jobs } from '../../adapters/database/schema/index.ts'
import type { Context } from '../context.ts'

/** Whether a job that has not ended names the file. */
export async function isInWork(ctx: Pick<Context, 'db'>, filename: string): Promise<boolean> {
  const names = sql`(${jobs.parameters}->>'filename' = ${filename} or ${jobs.parameters}->>'filenameFilter' = ${filename})`
  const found = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.state, ['queued', 'running']), names))
    .limit(1)
  return found.length > 0
}
