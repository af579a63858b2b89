import { count, desc, isNull, sql } from 'drizzle-orm'
import { damage } from '../../schema/index.ts'
import type { Context } from '../context.ts'

export type DamageRow = typeof damage.$inferSelect

/** Items that are damaged now, most recently found first. */
export async function listDamage(ctx: Pick<Context, 'db'>): Promise<DamageRow[]> {
  return ctx.db.select().from(damage).where(isNull(damage.repairedAt)).orderBy(desc(damage.foundAt), damage.id)
}

/** Reads of damaged pages, which PostgreSQL counts if data checksums are enabled. */
async function countDamagedPages(ctx: Pick<Context, 'db'>): Promise<number> {
  const failures = sql<number | null>`sum(checksum_failures)::int`
  const [row] = await ctx.db.select({ failures }).from(sql`pg_stat_database`)
  return row?.failures ?? 0
}

export async function countDamage(ctx: Pick<Context, 'db'>): Promise<number> {
  const [row] = await ctx.db.select({ total: count() }).from(damage).where(isNull(damage.repairedAt))
  return row!.total + (await countDamagedPages(ctx))
}
