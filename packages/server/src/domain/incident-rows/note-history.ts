import type { Database } from '../../ports/database.ts'
import { incidentHistory } from '../../schema/index.ts'

type Entry = typeof incidentHistory.$inferInsert

/** Keeps what was done with incidents. */
export async function noteHistory(tx: Database, ...entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await tx.insert(incidentHistory).values([...entries])
}
