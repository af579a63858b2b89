import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { processorUse } from '../../schema/index.ts'
import type { Context } from '../context.ts'

export const DAY_MS = 86_400_000

/** Processor time of worker threads that the account's jobs took today (UTC), in milliseconds. */
export async function usedToday(db: Database, accountId: string, now: number): Promise<number> {
  const [row] = await db
    .select({ usedMs: processorUse.usedMs })
    .from(processorUse)
    .where(and(eq(processorUse.accountId, accountId), eq(processorUse.day, dayOf(now))))
  return row?.usedMs ?? 0
}

export async function addProcessorTime(
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  ms: number,
): Promise<void> {
  const usedMs = Math.round(ms)
  if (usedMs === 0) return
  await ctx.db
    .insert(processorUse)
    .values({ accountId, day: dayOf(ctx.clock.now()), usedMs })
    .onConflictDoUpdate({
      target: [processorUse.accountId, processorUse.day],
      set: { usedMs: sql`${processorUse.usedMs} + ${usedMs}` },
    })
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
