import { and, eq, exists, gt, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { alertSettings, alerts, findings, livePositions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { isOwnLease, LIVE_CHANNEL } from '../live/index.ts'
import { PREDICTION_KEPT_MS } from './predicted.ts'
import { MAX_LATE_MS, sendAlerts } from './send.ts'
import { reportsCrossings } from './sent.ts'
import { DEFAULT_RULES } from './settings.ts'

/** All projects of this worker are looked at this often, for an announcement that was lost or a plan that failed. */
const LOOK_EVERY_MS = 60_000

/** Plans the alerts of the projects whose rows this worker scores, after each round, until it is stopped. */
export async function watchAlerts(ctx: Context): Promise<{ stop(): Promise<void> }> {
  const pending = new Set<string>()
  let running: Promise<void> | undefined
  let isStopping = false

  const run = async (): Promise<void> => {
    const waiting = [...pending]
    pending.clear()
    for (const sourceId of await findPlannable(ctx, waiting)) {
      if (isStopping) return
      await sendAlerts(ctx, sourceId).catch((error: unknown) =>
        ctx.log.error({ err: error, sourceId }, 'the alerts of a project were not planned'),
      )
    }
  }
  const wake = (sourceIds: readonly string[]): void => {
    for (const sourceId of sourceIds) pending.add(sourceId)
    running ??= run()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'the projects whose alerts are due could not be read'))
      .finally(() => {
        running = undefined
        if (pending.size > 0 && !isStopping) wake([])
      })
  }
  const look = async (): Promise<void> => {
    const own = await ctx.db.select({ sourceId: livePositions.sourceId }).from(livePositions).where(isOwnLease)
    wake(own.map(({ sourceId }) => sourceId))
  }
  const lookAgain = (): void => {
    look().catch((error: unknown) => ctx.log.warn({ err: error }, 'the projects with alerts could not be read'))
  }
  const unsubscribe = await ctx.notifications.subscribe(LIVE_CHANNEL, {
    onMessage: (sourceId) => wake([sourceId]),
    onReconnect: lookAgain,
  })
  const stopLooking = ctx.clock.every(LOOK_EVERY_MS, lookAgain)
  return {
    async stop() {
      isStopping = true
      stopLooking()
      await unsubscribe()
      await running
    },
  }
}

const MINUTE_MS = 60_000

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
  const quietMinutes = sql`coalesce(${alertSettings.quietMinutes}, ${DEFAULT_RULES.quietMinutes}::integer)`
  const endedSince = sql`${livePositions.position} - ${MAX_LATE_MS}::bigint - ${quietMinutes} * ${MINUTE_MS}::bigint`
  const lateFindings = db
    .select({ id: findings.id })
    .from(findings)
    .where(
      and(
        ...[eq(findings.sourceId, sourceId), isNotNull(findings.key), isNotNull(findings.incidentId)],
        or(isNull(findings.endTime), gte(findings.endTime, endedSince)),
      ),
    )
  const isPredicted = and(eq(alerts.kind, 'predicted'), gt(alerts.createdAt, clock.now() - PREDICTION_KEPT_MS))
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
