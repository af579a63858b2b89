import { and, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { datasets, detections, files, modelVersions } from '../../adapters/database/schema/index.ts'
import type { Context } from '../context.ts'
import { instanceId, worksAlone } from '../instance.ts'
import { isInWork } from './in-work.ts'

const dayMs = 86_400_000

/** Removes the bytes of files that have had their time; the row stays, so that its owner sees what became of it. */
export async function expireFiles(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const old = await ctx.db
    .select()
    .from(files)
    .where(and(ne(files.state, 'expired'), isNotNull(files.expiresAt), lt(files.expiresAt, now)))
  for (const row of old) {
    if (await isInWork(ctx, row.id)) continue
    await ctx.db.update(files).set({ state: 'expired', datasetId: null }).where(eq(files.id, row.id))
    await ctx.files.remove(row.id)
  }
  await ctx.db.delete(files).where(and(eq(files.state, 'expired'), lt(files.expiresAt, now - 30 * dayMs)))
  await sweepDatasets(ctx)
}

/** Drops points and scores that no file and no detection names, and those whose filling died. */
export async function sweepDatasets(ctx: Context): Promise<void> {
  const isNamed = sql`exists (select 1 from ${files} where ${files.datasetId} = ${datasets.id}) or exists (select 1 from ${detections} where ${detections.pointsId} = ${datasets.id} or ${detections.scoresId} = ${datasets.id})`
  const othersDied = worksAlone(ctx)
    ? ne(datasets.filledBy, instanceId)
    : lt(datasets.createdAt, ctx.clock.now() - dayMs)
  const lost = await ctx.db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(or(eq(datasets.state, 'ready'), othersDied), sql`not (${isNamed})`))
  const ids = lost.map((row) => row.id)
  if (ids.length === 0) return
  await ctx.points.drop(ids)
  await ctx.db.delete(datasets).where(inArray(datasets.id, ids))
}

/** After a death: what had begun to arrive in one piece, and bytes that no row names. For a process that works alone. */
export async function removeOrphans(ctx: Context): Promise<void> {
  if (!worksAlone(ctx)) return
  await ctx.db.delete(files).where(and(eq(files.state, 'receiving'), eq(files.bytes, 0)))
  const named = await ctx.db.select({ id: files.id }).from(files).where(ne(files.state, 'expired'))
  const weights = await ctx.db.select({ id: modelVersions.weightsHandle }).from(modelVersions)
  const frozen = await ctx.db.select({ id: detections.weightsHandle }).from(detections)
  const known = new Set([...named, ...weights, ...frozen].map((row) => row.id))
  for (const handle of await ctx.files.list()) if (!known.has(handle)) await ctx.files.remove(handle)
}
