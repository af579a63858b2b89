import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { alerts, deliveries, integrationProjects, integrations, unsubscribes } from '../../schema/index.ts'
import type { AlertKind, IntegrationProvider } from '../../schema/wire-types.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { PlannedAlert } from './plan.ts'

/** Where an alert goes. */
export interface Target {
  /** Null for a mail address. */
  readonly integrationId: string | null
  readonly target: string
}

interface TargetRequest {
  readonly recipients: readonly string[]
  readonly kind: PlannedAlert['kind'] | 'predicted'
  readonly incidentIds: readonly string[]
}

const target = { integrationId: integrations.id, target: integrations.account }

/** The recipients of a project who have not unsubscribed, and the integrations of its owner; those for escalation get what escalates, and its end. */
export async function readTargets(
  db: Database,
  { source, project }: ProjectRow,
  { recipients, kind, incidentIds }: TargetRequest,
): Promise<Target[]> {
  const addresses = recipients.map((address) => address.toLowerCase())
  const gone = await db.select().from(unsubscribes).where(eq(unsubscribes.sourceId, source.id))
  const refused = new Set(gone.map(({ address }) => address))
  const named = db
    .select({ id: integrationProjects.integrationId })
    .from(integrationProjects)
    .where(eq(integrationProjects.sourceId, source.id))
  const isMeant = or(inArray(integrations.id, named), project.isDemo ? sql`false` : eq(integrations.isForAll, true))
  const isUsual = eq(integrations.isForEscalation, false)
  const wasEscalatedTo = inArray(integrations.id, informedOf(db, source.id, { incidentIds, kind: 'escalated' }))
  const isWanted = kind === 'escalated' ? undefined : kind === 'recovered' ? or(isUsual, wasEscalatedTo) : isUsual
  const found = await db
    .select(target)
    .from(integrations)
    .where(and(eq(integrations.ownerId, source.ownerId), isNull(integrations.stoppedAt), isMeant, isWanted))
  return [
    ...addresses
      .filter((address) => !refused.has(address))
      .map((address) => ({ integrationId: null, target: address })),
    ...found,
  ]
}

/** Keep an incident of their own for each alert, which calls people until it is acknowledged or resolved. */
const KEEPERS: readonly IntegrationProvider[] = ['pagerduty']

/** Whether a project may have incidents elsewhere that have to end with its own. */
export async function hasKeepers(db: Database, ownerId: string): Promise<boolean> {
  const isKeeper = and(eq(integrations.ownerId, ownerId), inArray(integrations.provider, [...KEEPERS]))
  return (await db.select({ id: integrations.id }).from(integrations).where(isKeeper).limit(1)).length > 0
}

/** The integrations that keep an incident of their own for some of the incidents, or will. */
export async function readKeepers(db: Database, sourceId: string, incidentIds: readonly string[]): Promise<Target[]> {
  const isInformed = inArray(integrations.id, informedOf(db, sourceId, { incidentIds }))
  return db
    .select(target)
    .from(integrations)
    .where(and(inArray(integrations.provider, [...KEEPERS]), isNull(integrations.stoppedAt), isInformed))
}

/** Ids of the integrations that got an alert about some of the incidents, or will. */
function informedOf(
  db: Database,
  sourceId: string,
  { incidentIds, kind }: { readonly incidentIds: readonly string[]; readonly kind?: AlertKind },
) {
  const isAbout = sql`${alerts.incidentIds} ?| ${sql.param(incidentIds)}::text[]`
  return db
    .select({ id: deliveries.integrationId })
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .where(
      and(
        ...[eq(alerts.sourceId, sourceId), kind && eq(alerts.kind, kind), isAbout],
        inArray(deliveries.state, ['sent', 'waiting']),
      ),
    )
}
