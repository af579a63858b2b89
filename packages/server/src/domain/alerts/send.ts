import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidents, livePositions, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { isOwnLease } from '../live/index.ts'
import { type ProjectRow, selectProjects } from '../projects/index.ts'
import { keepAlert } from './keep.ts'
import { informOfMerged } from './merged.ts'
import { composeMessage } from './message.ts'
import { type PlannableIncident, type PlannedAlert, planAlerts, quietEnd } from './plan.ts'
import { type Planning, readPlanning } from './planning.ts'
import { endPredictions, sendPredictions } from './predicted.ts'
import { readOpenCrossings, readOpenings, readSentCrossings } from './sent.ts'
import { type AlertRules, planRulesOf, readRules } from './settings.ts'
import { hasKeepers, readKeepers, readTargets } from './targets.ts'

/** What became due longer ago, by the clock of the server, is not sent once it is over: samples of the past are not reported. */
export const MAX_LATE_MS = 3_600_000
/** Limits are looked at so far back; what was beyond one before was sent then. */
const LIMITS_BACK_MS = 24 * 3_600_000
const NEVER = Number.POSITIVE_INFINITY

/** Gives the order to send what has become due in a project up to the last row that was scored. Does nothing where another worker has the project. */
export async function sendAlerts(ctx: Context, sourceId: string): Promise<void> {
  const [project] = await selectProjects(ctx.db).where(eq(sources.id, sourceId))
  const until = project && (await readOwnPosition(ctx.db, sourceId))
  if (project === undefined || until === undefined || project.project.removedAt !== null) return
  const rules = await readRules(ctx, project)
  // Incidents of services end with Omen's, whoever else is alerted
  const isKept = await hasKeepers(ctx.db, project.source.ownerId)
  const isEndSent = rules.sendsRecovery || isKept
  const planRules = { ...planRulesOf(rules), sendsRecovery: isEndSent }
  const { quietMs } = planRules
  const from = until - quietMs - MAX_LATE_MS
  const sentCrossings = await readSentCrossings(ctx.db, sourceId)
  const planning = await readPlanning(ctx, {
    project,
    rules,
    from,
    to: until,
    limitsFrom: until - LIMITS_BACK_MS,
    isAnew: false,
    // Without recovery nobody waits for their end
    sentCrossings: isEndSent ? await readOpenCrossings(ctx.db, sentCrossings) : new Map(),
  })
  if (planning.plannable.length > 0) {
    const openings = await readOpenings(ctx.db, sourceId, Math.min(from, until - LIMITS_BACK_MS) - quietMs)
    const earliest = ctx.clock.now() - MAX_LATE_MS
    const isRecent = (one: PlannableIncident): boolean =>
      one.alertedAt !== undefined ||
      one.endedAt === undefined ||
      Math.min(quietEnd(one.dueAt ?? NEVER, openings.times, quietMs), one.urgentAt ?? NEVER) >= earliest
    // What is left out must not open a quiet time
    const plannable = planning.plannable.map((one) => ({ ...one, ...sentCrossings.get(one.id) })).filter(isRecent)
    const lasting = new Set(plannable.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id))
    const planned = planAlerts(plannable, planRules, { until, lastAt: openings.lastAt }).filter(
      ({ at, incidentIds }) => at >= earliest || incidentIds.some((id) => lasting.has(id)),
    )
    if (planned.length > 0) await keepPlanned(ctx, { project, rules, planning }, planned)
  }
  if (rules.predictionHours > 0) await sendPredictions(ctx, project, rules)
  if (isKept) await endPredictions(ctx, project)
}

async function readOwnPosition(db: Database, sourceId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ position: livePositions.position })
    .from(livePositions)
    .where(and(eq(livePositions.sourceId, sourceId), isOwnLease))
  return row?.position ?? undefined
}

interface Sending {
  readonly project: ProjectRow
  readonly rules: AlertRules
  readonly planning: Planning
}

/** All of them or none, and each once, whoever else plans. */
async function keepPlanned(ctx: Context, sending: Sending, planned: readonly PlannedAlert[]): Promise<void> {
  const { project, rules, planning } = sending
  const sourceId = project.source.id
  await ctx.db.transaction(async (tx) => {
    const held = await tx
      .select({ sourceId: livePositions.sourceId })
      .from(livePositions)
      .where(and(eq(livePositions.sourceId, sourceId), isOwnLease))
      .for('update')
    if (held.length === 0) return
    for (const { kind, at, incidentIds } of planned) {
      const [first] = incidentIds
      const isForKeepers = kind === 'recovered' && !rules.sendsRecovery
      const targets = isForKeepers
        ? await readKeepers(tx, sourceId, incidentIds)
        : await readTargets(tx, project, { recipients: rules.recipients, kind, incidentIds })
      const described = await planning.describe(incidentIds)
      if (kind === 'recovered')
        for (const [incidentId, one] of described)
          await informOfMerged(tx, ctx, project, { incidentId, kind, at, described: one })
      if (targets.length > 0 || !isForKeepers)
        await keepAlert(tx, ctx, {
          sourceId,
          incidentIds,
          incidentId: incidentIds.length === 1 ? first! : null,
          key: incidentIds.length === 1 ? `${kind} ${first}` : `${kind} ${sourceId} ${at}`,
          message: composeMessage(project, {
            kind,
            at,
            incidents: [...described.values()],
          }),
          targets,
        })
      const column = COLUMNS[kind]
      await tx
        .update(incidents)
        .set({ [column]: at })
        .where(and(inArray(incidents.id, [...incidentIds]), isNull(incidents[column])))
      const ofParts = planning.findingsOfParts(incidentIds)
      if (ofParts.length > 0 && column !== 'escalatedAt')
        await tx
          .update(findings)
          .set({ [column]: at })
          .where(and(inArray(findings.id, ofParts), isNull(findings[column])))
    }
  })
}

const COLUMNS = {
  opened: 'alertedAt',
  digest: 'alertedAt',
  escalated: 'escalatedAt',
  recovered: 'recoveredAt',
} as const
