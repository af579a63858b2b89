import { inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../ports/database.ts'
import { findings, incidents } from '../../schema/index.ts'

/** What the alerts of their former incidents reported of them stays reported. */
export async function moveFindings(tx: Database, ids: readonly number[], incidentId: string): Promise<void> {
  const { alertedAt, recoveredAt } = incidents
  const former = (moment: PgColumn) =>
    sql`(select ${moment} from ${incidents} where ${incidents.id} = ${findings.incidentId} and ${findings.reportedAt} <= ${alertedAt})`
  await tx
    .update(findings)
    .set({
      incidentId,
      alertedAt: sql`coalesce(${findings.alertedAt}, ${former(alertedAt)})`,
      recoveredAt: sql`coalesce(${findings.recoveredAt}, ${former(recoveredAt)})`,
    })
    .where(inArray(findings.id, [...ids]))
}
