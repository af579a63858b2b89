import {
  type IncidentPeriod,
  isHidden,
  learnFromVerdicts,
  type Period,
  suggestPvalue,
  type ToLocal,
  type VerdictRule,
} from '@omen/engine'
import { and, eq, sql } from 'drizzle-orm'
import { accounts, verdicts } from '../../schema/index.ts'
import type { Verdict } from '../../schema/wire-types.ts'
import { localOffsetMs } from '../accounts/time-zone.ts'
import type { Context } from '../context.ts'
import { eachPeriod } from '../findings/index.ts'
import { filterInTurns } from '../in-turns.ts'
import { type GivenVerdict, givenColumns, toGivenVerdict } from '../verdicts/index.ts'
import type { DetectionRow } from './detection-row.ts'
import { periodIdOf } from './period-id.ts'

/** A period with the verdict on it. */
export interface ReviewedPeriod {
  readonly detectionId: string
  readonly periodId: string
  readonly verdict: Verdict
  readonly period: IncidentPeriod
}

/** The verdicts on a model and the suppression rules derived from them. */
export interface Suppression {
  readonly reviewed: readonly ReviewedPeriod[]
  readonly rules: readonly VerdictRule[]
}

/** The verdicts on the periods of a detection, by period. */
export async function readVerdicts(ctx: Pick<Context, 'db'>, detectionId: string): Promise<Map<string, GivenVerdict>> {
  const rows = await ctx.db
    .select({ periodId: sql<string>`${verdicts.periodId}`, given: givenColumns, by: accounts.userName })
    .from(verdicts)
    .innerJoin(accounts, eq(accounts.id, verdicts.accountId))
    .where(eq(verdicts.detectionId, detectionId))
  return new Map(rows.map(({ periodId, given, by }) => [periodId, toGivenVerdict(given, by)]))
}

/** The owner's verdicts on the periods of a detection's model; without a model those on the detection itself. */
export async function readReviewed(
  ctx: Pick<Context, 'db'>,
  row: Pick<DetectionRow, 'id' | 'modelId' | 'ownerId'>,
): Promise<ReviewedPeriod[]> {
  const isOfModel = row.modelId === null ? eq(verdicts.detectionId, row.id) : eq(verdicts.modelId, row.modelId)
  return ctx.db
    .select({
      detectionId: sql<string>`${verdicts.detectionId}`,
      periodId: sql<string>`${verdicts.periodId}`,
      verdict: verdicts.verdict,
      period: verdicts.period,
    })
    .from(verdicts)
    .where(and(isOfModel, eq(verdicts.accountId, row.ownerId)))
    .orderBy(verdicts.givenAt, verdicts.periodId)
}

/** The owner's wall clock, since suppression by hour of day uses it. */
export async function readClock(
  ctx: Pick<Context, 'db'>,
  { ownerId }: Pick<DetectionRow, 'ownerId'>,
): Promise<ToLocal> {
  const [owner] = await ctx.db.select({ zone: accounts.timeZone }).from(accounts).where(eq(accounts.id, ownerId))
  return (time) => time + localOffsetMs(owner?.zone ?? 'UTC', time)
}

export function toSuppression(reviewed: readonly ReviewedPeriod[], toLocal: ToLocal): Suppression {
  return { reviewed, rules: learnFromVerdicts(reviewed, [], { toLocal }).rules }
}

/**
 * Whether a period of a detection is shown: a reviewed period always is, so that the verdict can be withdrawn.
 */
export function createIsShown({ reviewed, rules }: Suppression, detectionId: string): (period: Period) => boolean {
  const own = new Set(reviewed.filter((one) => one.detectionId === detectionId).map((one) => one.periodId))
  return (period) => own.has(periodIdOf(period)) || !rules.some((rule) => isHidden(rule, period))
}

/** The numbers of a detection's stored periods that the verdicts on its model hide, ascending. */
export async function readHidden(ctx: Pick<Context, 'db' | 'clock'>, row: DetectionRow): Promise<number[]> {
  const reviewed = await readReviewed(ctx, row)
  const suppression = toSuppression(reviewed, await readClock(ctx, row))
  const kinds = [...new Set(suppression.rules.map(({ pattern }) => pattern.kind))]
  if (kinds.length === 0) return []
  const isShown = createIsShown(suppression, row.id)
  const hidden: number[] = []
  for await (const periods of eachPeriod(ctx, row.id, kinds))
    for (const period of periods) if (!isShown(period)) hidden.push(period.number)
  return hidden
}

/**
 * Splits a detection's `periods` by the verdicts on its model, and suggests a pvalue at which most of its false alarms would not
 * be flagged.
 */
export async function hideAlike(
  ctx: Pick<Context, 'db' | 'clock'>,
  row: Pick<DetectionRow, 'id' | 'modelId' | 'ownerId' | 'modelType' | 'pvalue'>,
  periods: readonly Period[],
): Promise<{ shown: readonly Period[]; hidden: number; suggestion: ReturnType<typeof suggestPvalue> }> {
  const reviewed = await readReviewed(ctx, row)
  if (reviewed.length === 0) return { shown: periods, hidden: 0, suggestion: undefined }
  const suppression = toSuppression(reviewed, await readClock(ctx, row))
  const shown = await filterInTurns(periods, createIsShown(suppression, row.id))
  const isTail = row.pvalue !== null && row.modelType !== 'DBScan'
  const suggestion = isTail ? suggestPvalue(reviewed, row.pvalue ?? 0) : undefined
  return { shown, hidden: periods.length - shown.length, suggestion }
}
