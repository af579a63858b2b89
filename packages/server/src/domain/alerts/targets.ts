import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { integrationProjects, integrations, unsubscribes } from '../../schema/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { PlannedAlert } from './plan.ts'

/** Where an alert goes. */
export interface Target {
  /** Null for a mail address. */
  readonly integrationId: string | null
  readonly target: string
}

/** The recipients of a project who have not unsubscribed, and the integrations of its owner; those for escalation get nothing else. */
export async function readTargets(
  db: Database,
  { source, project }: ProjectRow,
  { recipients, kind }: { readonly recipients: readonly string[]; readonly kind: PlannedAlert['kind'] | 'predicted' },
): Promise<Target[]> {
  const addresses = recipients.map((address) => address.toLowerCase())
  const gone = await db.select().from(unsubscribes).where(eq(unsubscribes.sourceId, source.id))
  const refused = new Set(gone.map(({ address }) => address))
  const named = db
    .select({ id: integrationProjects.integrationId })
    .from(integrationProjects)
    .where(eq(integrationProjects.sourceId, source.id))
  const isMeant = or(inArray(integrations.id, named), project.isDemo ? sql`false` : eq(integrations.isForAll, true))
  const isWanted = kind === 'escalated' ? undefined : eq(integrations.isForEscalation, false)
  const found = await db
    .select({ integrationId: integrations.id, target: integrations.account })
    .from(integrations)
    .where(and(eq(integrations.ownerId, source.ownerId), isNull(integrations.stoppedAt), isMeant, isWanted))
  return [
    ...addresses.filter((address) => !refused.has(address)).map((target) => ({ integrationId: null, target })),
    ...found,
  ]
}
