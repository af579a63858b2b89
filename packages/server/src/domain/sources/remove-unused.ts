import { and, eq, sql } from 'drizzle-orm'
import { detections, files, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Removes file sources, with their series, that neither a file nor a detection names any more; or only one of them. */
export async function removeUnusedSources(ctx: Pick<Context, 'db'>, sourceId?: string): Promise<void> {
  const isMeant =
    sourceId === undefined ? eq(sources.kind, 'file') : and(eq(sources.kind, 'file'), eq(sources.id, sourceId))
  const isFile = sql`exists (select 1 from ${files} where ${files.id} = ${sources.id})`
  const isDetected = sql`exists (select 1 from ${detections} where ${detections.sourceId} = ${sources.id})`
  await ctx.db.delete(sources).where(and(isMeant, sql`not ${isFile}`, sql`not ${isDetected}`))
}
