import {
  type IncidentPeriod,
  isHidden,
  learnFromVerdicts,
  type Period,
  suggestPvalue,
  type VerdictRule,
} from '@omen/engine'
import { and, eq } from 'drizzle-orm'
import { accounts, verdicts } from '../../adapters/database/schema/index.ts'
import { localOffsetMs } from '../accounts/time-zone.ts'
import type { Context } from '../context.ts'
import type { Verdict } from '../wire-types.ts'
import type { DetectionRow } from './detection-row.ts'
import { periodIdOf } from './period-id.ts'

/** A verdict with the period that it is about. */
export interface Judged {
  readonly detectionId: string
  readonly periodId: string
  readonly verdict: Verdict
  readonly period: IncidentPeriod
}

/** What the verdicts on a model teach. */
export interface Lesson {
  readonly judged: readonly Judged[]
  readonly rules: readonly VerdictRule[]
}

/** What of a period is kept with a verdict: of its series the fifty with the largest shares. */
export function toJudgedPeriod({ start, end, val, probability, kind, series }: Period): IncidentPeriod {
  const kept = series.slice(0, 50).map(({ seriesId, share, side }) => ({ seriesId, share, side }))
  return { start, end, val, probability, kind, series: kept }
}

export async function readVerdicts(ctx: Pick<Context, 'db'>, detectionId: string): Promise<Map<string, Verdict>> {
  const rows = await ctx.db.select().from(verdicts).where(eq(verdicts.detectionId, detectionId))
  return new Map(rows.map((row) => [row.periodId, row.verdict]))
}

/** The owner's verdicts on the periods of a detection's model; without a model those on the detection itself. */
export async function readJudged(
  ctx: Pick<Context, 'db'>,
  row: Pick<DetectionRow, 'id' | 'modelId' | 'ownerId'>,
): Promise<Judged[]> {
  const isOfModel = row.modelId === null ? eq(verdicts.detectionId, row.id) : eq(verdicts.modelId, row.modelId)
  return ctx.db
    .select({
      detectionId: verdicts.detectionId,
      periodId: verdicts.periodId,
      verdict: verdicts.verdict,
      period: verdicts.period,
    })
    .from(verdicts)
    .where(and(isOfModel, eq(verdicts.accountId, row.ownerId)))
    .orderBy(verdicts.givenAt, verdicts.periodId)
}

/** Local time less UTC where the owner is; hours that false alarms keep to are those of the owner's clock. */
export async function readOffset(
  ctx: Pick<Context, 'db' | 'clock'>,
  { ownerId }: Pick<DetectionRow, 'ownerId'>,
): Promise<number> {
  const [owner] = await ctx.db.select({ zone: accounts.timeZone }).from(accounts).where(eq(accounts.id, ownerId))
  return owner ? localOffsetMs(owner.zone, ctx.clock.now()) : 0
}

export function learn(judged: readonly Judged[], offsetMs: number): Lesson {
  return { judged, rules: learnFromVerdicts(judged, [], { offsetMs }).rules }
}

/**
 * Whether a period of a detection is shown: what was judged itself always is, so that the verdict can be taken back.
 */
export function createIsShown({ judged, rules }: Lesson, detectionId: string): (period: Period) => boolean {
  const own = new Set(judged.filter((one) => one.detectionId === detectionId).map((one) => one.periodId))
  return (period) => own.has(periodIdOf(period)) || !rules.some((rule) => isHidden(rule, period))
}

/**
 * What verdicts on the model hide of a detection's periods, and at which pvalue most of its false alarms would not be
 * there.
 */
export async function hideAlike(
  ctx: Pick<Context, 'db' | 'clock'>,
  row: DetectionRow,
): Promise<{ shown: Period[]; hidden: number; suggestion: ReturnType<typeof suggestPvalue> }> {
  const judged = await readJudged(ctx, row)
  if (judged.length === 0) return { shown: row.periods, hidden: 0, suggestion: undefined }
  const lesson = learn(judged, await readOffset(ctx, row))
  const shown = row.periods.filter(createIsShown(lesson, row.id))
  const isTail = row.pvalue !== null && row.modelType !== 'DBScan'
  const suggestion = isTail ? suggestPvalue(judged, row.pvalue ?? 0) : undefined
  return { shown, hidden: row.periods.length - shown.length, suggestion }
}
