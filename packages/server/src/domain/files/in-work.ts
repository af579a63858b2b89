import { and, inArray, sql } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Whether an unfinished job uses the file. Asked once its row is locked, before it is deleted or expires. */
export async function isInWork(ctx: Pick<Context, 'db'>, filename: string): Promise<boolean> {
  const names = sql`(${jobs.parameters}->>'filename' = ${filename} or ${jobs.parameters}->>'filenameFilter' = ${filename})`
  const found = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.state, ['queued', 'running']), names))
    .limit(1)
  return found.length > 0
}
