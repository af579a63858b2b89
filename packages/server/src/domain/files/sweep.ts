import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { datasets, detections, files, logFiles, published } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'
import { deleteNaming, removeRequested, unlessBackup } from '../removals/index.ts'
import { removeUnusedSources } from '../sources/index.ts'
import { isInWork } from './in-work.ts'

const DAY_MS = 86_400_000

/** Deletes the bytes of expired files; the row is kept, so that the owner sees why the file is gone. */
export async function expireFiles(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const isOld = and(ne(files.state, 'expired'), lt(files.expiresAt, now))
  const old = await ctx.db.select({ id: files.id }).from(files).where(isOld)
  for (const { id } of old)
    await deleteNaming(ctx, async (tx) => {
      // An upload may have been completed since it was found, and a job started.
      const [locked] = await tx
        .select({ id: files.id })
        .from(files)
        .where(and(eq(files.id, id), isOld))
        .for('update')
      if (!locked || (await isInWork({ db: tx }, id))) return []
      await tx.update(files).set({ state: 'expired', datasetId: null }).where(eq(files.id, id))
      await tx.delete(logFiles).where(eq(logFiles.fileId, id))
      return [id]
    })
  await removeRequested(ctx)
  await ctx.db.delete(files).where(and(eq(files.state, 'expired'), lt(files.expiresAt, now - 30 * DAY_MS)))
  await removeUnusedSources(ctx)
  await sweepDatasets(ctx)
}

/** Drops points and scores that no file, detection or published copy references, and those whose writer died. */
export async function sweepDatasets(ctx: Context): Promise<void> {
  const isNamed = sql`exists (select 1 from ${files} where ${files.datasetId} = ${datasets.id}) or exists (select 1 from ${detections} where ${detections.pointsId} = ${datasets.id} or ${detections.scoresId} = ${datasets.id}) or exists (select 1 from ${published} where ${published.sourceId} = ${datasets.id} or ${published.pointsId} = ${datasets.id} or ${published.scoresId} = ${datasets.id}) or exists (select 1 from ${logFiles} where ${logFiles.datasetId} = ${datasets.id})`
  const othersDied = worksAlone(ctx)
    ? ne(datasets.filledBy, instanceId)
    : lt(datasets.createdAt, ctx.clock.now() - DAY_MS)
  await unlessBackup(ctx, async (tx) => {
    const lost = await tx
      .select({ id: datasets.id })
      .from(datasets)
      .where(and(or(eq(datasets.state, 'ready'), othersDied), sql`not (${isNamed})`))
    const ids = lost.map((row) => row.id)
    if (ids.length === 0) return
    await ctx.points.drop(ids)
    await tx.delete(datasets).where(inArray(datasets.id, ids))
  })
}

/** Deletes single-request uploads that a crash interrupted, which were never acknowledged. Only if no other server runs. */
export async function dropBrokenUploads(ctx: Context): Promise<void> {
  if (!worksAlone(ctx)) return
  await ctx.db.delete(files).where(and(eq(files.state, 'receiving'), eq(files.bytes, 0)))
  await removeUnusedSources(ctx)
}
