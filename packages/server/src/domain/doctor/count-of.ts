import type { SQL } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** The column `total` of a query that gives one row. */
export async function countOf(ctx: Pick<Context, 'db'>, query: SQL): Promise<number> {
  const { rows } = (await ctx.db.execute(query)) as { rows: { total: number }[] }
  return rows[0]!.total
}
