import type { Period } from '@omen/engine'
import { and, eq } from 'drizzle-orm'
import { verdicts } from '../../adapters/database/schema/index.ts'
import type { Context } from '../context.ts'
import type { Verdict } from '../wire-types.ts'
import type { DetectionRow } from './detection-row.ts'
import { isAlike, periodIdOf } from './period-pattern.ts'

export async function readVerdicts(ctx: Pick<Context, 'db'>, detectionId: string): Promise<Map<string, Verdict>> {
  const rows = await ctx.db.select().from(verdicts).where(eq(verdicts.detectionId, detectionId))
  return new Map(rows.map((row) => [row.periodId, row.verdict]))
}

/**
 * A verdict `false` also speaks for periods of the same model and owner that are alike. They are not shown; the one that was
 * judged is, so that the verdict can be taken back.
 */
export async function hideAlike(
  ctx: Pick<Context, 'db'>,
  row: DetectionRow,
): Promise<{ shown: Period[]; hidden: number }> {
  if (row.modelId === null) return { shown: row.periods, hidden: 0 }
  const judged = await ctx.db
    .select()
    .from(verdicts)
    .where(and(eq(verdicts.modelId, row.modelId), eq(verdicts.accountId, row.ownerId)))
  const own = new Set(judged.filter((one) => one.detectionId === row.id).map((one) => one.periodId))
  const patterns = judged.filter((one) => one.verdict === 'false').map((one) => one.pattern)
  const shown = row.periods.filter(
    (period) => own.has(periodIdOf(period)) || !patterns.some((pattern) => isAlike(period, pattern)),
  )
  return { shown, hidden: row.periods.length - shown.length }
}
