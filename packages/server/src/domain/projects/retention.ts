import { isNull } from 'drizzle-orm'
import { projects } from '../../schema/index.ts'
import type { Context } from '../context.ts'

const DAY_MS = 86_400_000

/** Deletes the samples and log lines of each project that are older than its retention. */
export async function deleteExpiredPoints({ db, points, clock }: Context): Promise<void> {
  const { sourceId, dataType, retentionDays } = projects
  const rows = await db.select({ sourceId, dataType, retentionDays }).from(projects).where(isNull(projects.removedAt))
  for (const row of rows) {
    const before = clock.now() - row.retentionDays * DAY_MS
    if (row.dataType === 'Log') await points.deleteLogsBefore(row.sourceId, before)
    else await points.deleteLiveBefore(row.sourceId, before)
  }
}
