import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { alerts, type incidents, sources } from '../../schema/index.ts'
import type { AlertIncident } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { WITHDRAWN_SENTENCE } from '../incident-rows/withdrawn-sentence.ts'
import { selectProjects } from '../projects/index.ts'
import { keepAlert } from './keep.ts'
import { informOfMerged } from './merged.ts'
import { composeMessage } from './message.ts'
import { readRules } from './settings.ts'
import { readKeepers, readTargets } from './targets.ts'

type IncidentRow = typeof incidents.$inferSelect

/**
 * Orders the end of an incident that was sent and has no findings left, which no plan would send. Returns whether anybody is informed of
 * it: the recipients only if they are informed of recoveries.
 */
export async function sendWithdrawal(tx: Database, ctx: Context, incident: IncidentRow, at: number): Promise<boolean> {
  const { id, sourceId, onset, endTime } = incident
  const [project] = await selectProjects(tx).where(eq(sources.id, sourceId))
  if (project === undefined) return false
  const { sendsRecovery, recipients } = await readRules({ db: tx }, project)
  const parts = await readSentParts(tx, incident)
  const incidentIds = [id, ...parts]
  const whole: AlertIncident = {
    incidentId: id,
    sentence: WITHDRAWN_SENTENCE,
    start: onset,
    end: endTime ?? at,
    severity: null,
    series: [],
  }
  const instances = new Set(parts.map((part) => part.slice(id.length + 1, part.lastIndexOf(':'))))
  const described = [whole, ...[...instances].map((part) => ({ ...whole, part }))]
  await informOfMerged(tx, ctx, project, { incidentId: id, kind: 'recovered', at, described: whole })
  const targets = sendsRecovery
    ? await readTargets(tx, project, { recipients, kind: 'recovered', incidentIds })
    : await readKeepers(tx, sourceId, incidentIds)
  if (targets.length === 0) return false
  return keepAlert(tx, ctx, {
    sourceId,
    incidentId: id,
    incidentIds,
    targets,
    key: `withdrawn ${id} ${ctx.clock.now()}`,
    message: composeMessage(project, { kind: 'recovered', at, incidents: described }),
  })
}

/** The ids of its parts that were sent by themselves, which services keep as incidents of their own. */
async function readSentParts(tx: Database, { id, sourceId }: IncidentRow): Promise<string[]> {
  const { rows } = (await tx.execute(sql`select distinct part from ${alerts},
    jsonb_array_elements_text(${alerts.incidentIds}) as part
    where ${alerts.sourceId} = ${sourceId} and starts_with(part, ${`${id}:`})`)) as unknown as {
    rows: { part: string }[]
  }
  return rows.map(({ part }) => part)
}

/** Permits alerts about an incident whose end was sent a second time: it has come back under its id. */
export async function permitAlertsAgain(tx: Database, { id, sourceId }: IncidentRow): Promise<void> {
  const keys = ['opened', 'escalated', 'recovered'].map((kind) => `${kind} ${id}`)
  await tx
    .update(alerts)
    .set({ key: sql`${alerts.key} || ' ' || ${alerts.id}` })
    .where(and(eq(alerts.sourceId, sourceId), inArray(alerts.key, keys)))
}
