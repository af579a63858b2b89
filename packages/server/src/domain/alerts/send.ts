import { and, eq, inArray, isNull, max } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { alerts, incidents, livePositions, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { isOwnLease } from '../live/index.ts'
import { type ProjectRow, selectProjects } from '../projects/index.ts'
import { keepAlert } from './keep.ts'
import { composeMessage } from './message.ts'
import { type PlannedAlert, planAlerts } from './plan.ts'
import { sendPredictions } from './predicted.ts'
import { type AlertableIncident, readAlertable, toPlannable } from './read-incidents.ts'
import { type AlertRules, planRulesOf, readRules } from './settings.ts'
import { readTargets } from './targets.ts'

/** What became due longer ago, by the clock of the server, is not sent once it is over: samples of the past are no news. */
const mostLateMs = 3_600_000

/** Gives the order to send what has become due in a project up to the last row that was scored. Does nothing where another worker has the project. */
export async function sendAlerts(ctx: Context, sourceId: string): Promise<void> {
  const [project] = await selectProjects(ctx.db).where(eq(sources.id, sourceId))
  const until = project && (await readOwnPosition(ctx.db, sourceId))
  if (project === undefined || until === undefined || project.project.removedAt !== null) return
  const rules = await readRules(ctx, project)
  const planRules = planRulesOf(rules)
  const from = until - planRules.quietMs - mostLateMs
  const found = await readAlertable(ctx, sourceId, { from, to: until })
  if (found.length > 0) {
    const plannable = await toPlannable(ctx, found, { project, rules, isAnew: false })
    const lastAt = await readLastAt(ctx.db, sourceId)
    const lasting = new Set(plannable.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id))
    const earliest = ctx.clock.now() - mostLateMs
    const isNews = ({ at, incidentIds }: PlannedAlert) => at >= earliest || incidentIds.some((id) => lasting.has(id))
    const planned = planAlerts(plannable, planRules, { until, lastAt }).filter(isNews)
    if (planned.length > 0) await keepPlanned(ctx, { project, rules, found }, planned)
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

/** When the last alert was that opens a quiet time. */
async function readLastAt(db: Database, sourceId: string): Promise<number | undefined> {
  const isOpening = and(eq(alerts.sourceId, sourceId), inArray(alerts.kind, ['opened', 'digest']))
  const [row] = await db
    .select({ at: max(alerts.at) })
    .from(alerts)
    .where(isOpening)
  return row?.at ?? undefined
}

interface Planning {
  readonly project: ProjectRow
  readonly rules: AlertRules
  readonly found: readonly AlertableIncident[]
}

/** All of them or none, and each once, whoever else plans. */
async function keepPlanned(ctx: Context, planning: Planning, planned: readonly PlannedAlert[]): Promise<void> {
  const { project, rules, found } = planning
  const sourceId = project.source.id
  const byId = new Map(found.map((one) => [one.incident.id, one]))
  await ctx.db.transaction(async (tx) => {
    const held = await tx
      .select({ sourceId: livePositions.sourceId })
      .from(livePositions)
      .where(and(eq(livePositions.sourceId, sourceId), isOwnLease))
      .for('update')
    if (held.length === 0) return
    for (const { kind, at, incidentIds } of planned) {
      const told = incidentIds.map((id) => byId.get(id)!)
      const [first] = incidentIds
      await keepAlert(tx, ctx, {
        ...{ sourceId, incidentId: incidentIds.length === 1 ? first! : null },
        key: incidentIds.length === 1 ? `${kind} ${first}` : `${kind} ${sourceId} ${at}`,
        message: await composeMessage({ db: tx }, project, { kind, at, incidents: told }),
        targets: await readTargets(tx, project, { recipients: rules.recipients, kind }),
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
