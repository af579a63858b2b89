import { isNull } from 'drizzle-orm'
import { projects } from '../../schema/index.ts'
import type { Context } from '../context.ts'

const dayMs = 86_400_000

/** Deletes the samples of each project that are older than its retention. */
export async function deleteExpiredPoints({ db, points, clock }: Context): Promise<void> {
  const { sourceId, retentionDays } = projects
  const rows = await db.select({ sourceId, retentionDays }).from(projects).where(isNull(projects.removedAt))
  for (const row of rows) await points.deleteLiveBefore(row.sourceId, clock.now() - row.retentionDays * dayMs)
}
