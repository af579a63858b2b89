import { eq } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findReadableSource, type ProjectRow } from '../projects/index.ts'

export type IncidentRow = typeof incidents.$inferSelect

export interface FoundIncident {
  readonly incident: IncidentRow
  readonly project: ProjectRow
}

/** An incident of a project that the caller may read; the id of one that was merged leads to the one that it was merged into. */
export async function findIncident(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<FoundIncident> {
  const incident = await followMerges(ctx, id)
  const project = incident && (await findReadableSource(ctx, caller, incident.sourceId))
  if (project === undefined) throw notFound('incident')
  return { incident: incident!, project }
}

/** The same for what changes an incident. A demo's incidents are everybody's, so that only its owner may. */
export async function findOwnIncident(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<FoundIncident> {
  const found = await findIncident(ctx, caller, id)
  const { source, project } = found.project
  if (source.ownerId !== caller.accountId && project.isDemo) throw notFound('incident')
  return found
}

async function followMerges({ db }: Pick<Context, 'db'>, id: string): Promise<IncidentRow | undefined> {
  const [first] = await db.select().from(incidents).where(eq(incidents.id, id))
  if (first === undefined || first.mergedInto === null) return first
  const [target] = await db.select().from(incidents).where(eq(incidents.id, first.mergedInto))
  return target
}
