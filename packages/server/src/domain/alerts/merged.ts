import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { incidents } from '../../schema/index.ts'
import type { AlertIncident, AlertMessage } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { ProjectRow } from '../projects/index.ts'
import { keepAlert } from './keep.ts'
import { composeMessage } from './message.ts'
import { readKeepers } from './targets.ts'

interface Merged {
  /** That they were merged into. */
  readonly incidentId: string
  readonly kind: AlertMessage['kind']
  readonly at: number
  readonly described: AlertIncident
}

/** Has services that keep an incident of their own for one that was merged hear what becomes of it. */
export async function informOfMerged(
  tx: Database,
  ctx: Context,
  project: ProjectRow,
  { incidentId, kind, at, described }: Merged,
): Promise<void> {
  const sourceId = project.source.id
  const isMerged = and(eq(incidents.mergedInto, incidentId), isNotNull(incidents.alertedAt))
  for (const { id } of await tx.select({ id: incidents.id }).from(incidents).where(isMerged)) {
    const targets = await readKeepers(tx, sourceId, [id])
    if (targets.length === 0) continue
    const message = composeMessage(project, { kind, at, incidents: [{ ...described, incidentId: id }] })
    await keepAlert(tx, ctx, {
      sourceId,
      incidentId: id,
      incidentIds: [id],
      targets,
      message,
      key: `${kind} ${id} in ${incidentId} ${at}`,
    })
  }
}
