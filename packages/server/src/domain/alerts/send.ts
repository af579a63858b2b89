import { and, eq, gte, inArray, isNull, max } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { alerts, incidents, livePositions, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { isOwnLease } from '../live/index.ts'
import { type ProjectRow, selectProjects } from '../projects/index.ts'
import { keepAlert } from './keep.ts'
import { composeMessage } from './message.ts'
import { type PlannableIncident, type PlannedAlert, planAlerts } from './plan.ts'
import { type Planning, readPlanning } from './planning.ts'
import { sendPredictions } from './predicted.ts'
import { isCrossing } from './read-crossings.ts'
import { type AlertRules, planRulesOf, readRules } from './settings.ts'
import { readTargets } from './targets.ts'

/** What became due longer ago, by the clock of the server, is not sent once it is over: samples of the past are no news. */
const mostLateMs = 3_600_000
/** Limits are looked at so far back; what was beyond one before was sent then. */
const limitsBackMs = 24 * 3_600_000

/** Gives the order to send what has become due in a project up to the last row that was scored. Does nothing where another worker has the project. */
export async function sendAlerts(ctx: Context, sourceId: string): Promise<void> {
  const [project] = await selectProjects(ctx.db).where(eq(sources.id, sourceId))
  const until = project && (await readOwnPosition(ctx.db, sourceId))
  if (project === undefined || until === undefined || project.project.removedAt !== null) return
  const rules = await readRules(ctx, project)
  const planRules = planRulesOf(rules)
  const from = until - planRules.quietMs - mostLateMs
  const planning = await readPlanning(ctx, {
    project,
    rules,
    from,
    to: until,
    limitsFrom: until - limitsBackMs,
    isAnew: false,
  })
  if (planning.plannable.length > 0) {
    const sent = await readSent(ctx.db, sourceId, until - limitsBackMs)
    const plannable = planning.plannable.map((one) => ({ ...one, ...sent.crossings.get(one.id) }))
    const lasting = new Set(plannable.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id))
    const earliest = ctx.clock.now() - mostLateMs
    const isNews = ({ at, incidentIds }: PlannedAlert) => at >= earliest || incidentIds.some((id) => lasting.has(id))
    const planned = planAlerts(plannable, planRules, { until, lastAt: sent.lastAt }).filter(isNews)
    if (planned.length > 0) await keepPlanned(ctx, { project, rules, planning }, planned)
  }
  if (rules.predictionHours > 0) await sendPredictions(ctx, project, rules)
}

async function readOwnPosition(db: Database, sourceId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ position: livePositions.position })
    .from(livePositions)
    .where(and(eq(livePositions.sourceId, sourceId), isOwnLease))
  return row?.position ?? undefined
}

interface Sent {
  /** When the last alert was that opens a quiet time. */
  readonly lastAt: number | undefined
  /** What was sent of crossings of limits, which have no row of their own. */
  readonly crossings: ReadonlyMap<string, Pick<PlannableIncident, 'alertedAt' | 'recoveredAt'>>
}

async function readSent(db: Database, sourceId: string, from: number): Promise<Sent> {
  const isOpening = and(eq(alerts.sourceId, sourceId), inArray(alerts.kind, ['opened', 'digest']))
  const [last] = await db
    .select({ at: max(alerts.at) })
    .from(alerts)
    .where(isOpening)
  const rows = await db
    .select({ kind: alerts.kind, at: alerts.at, incidentIds: alerts.incidentIds })
    .from(alerts)
    .where(and(eq(alerts.sourceId, sourceId), gte(alerts.at, from)))
  const crossings = new Map<string, { alertedAt?: number; recoveredAt?: number }>()
  for (const { kind, at, incidentIds } of rows)
    for (const id of incidentIds.filter(isCrossing)) {
      crossings.set(id, { ...crossings.get(id), ...(kind === 'recovered' ? { recoveredAt: at } : { alertedAt: at }) })
    }
  return { lastAt: last?.at ?? undefined, crossings }
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
      await keepAlert(tx, ctx, {
        ...{ sourceId, incidentIds, incidentId: incidentIds.length === 1 ? first! : null },
        key: incidentIds.length === 1 ? `${kind} ${first}` : `${kind} ${sourceId} ${at}`,
        message: composeMessage(project, { kind, at, incidents: await planning.describe(incidentIds) }),
        targets: await readTargets(tx, project, { recipients: rules.recipients, kind, incidentIds }),
      })
      const column = columns[kind]
      await tx
        .update(incidents)
        .set({ [column]: at })
        .where(and(inArray(incidents.id, [...incidentIds]), isNull(incidents[column])))
    }
  })
}

const columns = {
  opened: 'alertedAt',
  digest: 'alertedAt',
  escalated: 'escalatedAt',
  recovered: 'recoveredAt',
} as const
