import { and, eq, exists, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alertSettings, alerts, findings, livePositions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { predictionKeptMs } from './predicted.ts'
import { mostLateMs } from './send.ts'
import { reportsCrossings } from './sent.ts'
import { defaultRules } from './settings.ts'

const minuteMs = 60_000

/**
 * The projects for which `sendAlerts` may have work: those with limits, predictions, recent findings, or an alert that may still have to
 * end. One query for all of them.
 */
export async function findPlannable(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  sourceIds: readonly string[],
): Promise<string[]> {
  if (sourceIds.length === 0) return []
  const { sourceId } = livePositions
  const quietMinutes = sql`coalesce(${alertSettings.quietMinutes}, ${defaultRules.quietMinutes}::integer)`
  const endedSince = sql`${livePositions.position} - ${mostLateMs}::bigint - ${quietMinutes} * ${minuteMs}::bigint`
  const lateFindings = db
    .select({ id: findings.id })
    .from(findings)
    .where(
      and(
        ...[eq(findings.sourceId, sourceId), isNotNull(findings.key), isNotNull(findings.incidentId)],
        or(isNull(findings.endTime), gte(findings.endTime, endedSince)),
      ),
    )
  const isPredicted = and(eq(alerts.kind, 'predicted'), gt(alerts.createdAt, clock.now() - predictionKeptMs))
  const lastingAlerts = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.sourceId, sourceId), or(isPredicted, reportsCrossings)))
  const hasLimits = sql`jsonb_array_length(${alertSettings.thresholds}) > 0`
  const rows = await db
    .select({ sourceId })
    .from(livePositions)
    .leftJoin(alertSettings, eq(alertSettings.sourceId, sourceId))
    .where(
      and(
        inArray(sourceId, [...sourceIds]),
        or(hasLimits, gt(alertSettings.predictionHours, 0), exists(lateFindings), exists(lastingAlerts)),
      ),
    )
  return rows.map((row) => row.sourceId)
}
