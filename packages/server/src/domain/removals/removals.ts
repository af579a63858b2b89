import { and, eq, inArray, ne, notExists } from 'drizzle-orm'
import type { StoredItem } from '../../ports/file-store.ts'
import { detections, files, modelVersions, removals, weights } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { markRepaired } from '../damage/index.ts'
import { unlessBackup } from './unless-backup.ts'

/** In the transaction that deletes a row that names them; other rows may name them still. */
export async function requestRemoval(ctx: Pick<Context, 'db' | 'clock'>, handles: readonly string[]): Promise<void> {
  if (handles.length === 0) return
  const requestedAt = ctx.clock.now()
  await ctx.db
    .insert(removals)
    .values(handles.map((handle) => ({ handle, requestedAt })))
    .onConflictDoNothing()
}

/** Those of the handles whose removal has been requested. */
export async function requestedHandles(
  ctx: Pick<Context, 'db'>,
  items: readonly Pick<StoredItem, 'handle'>[],
): Promise<Set<string>> {
  const handles = items.map(({ handle }) => handle)
  if (handles.length === 0) return new Set()
  const rows = await ctx.db.select({ handle: removals.handle }).from(removals).where(inArray(removals.handle, handles))
  return new Set(rows.map(({ handle }) => handle))
}

/** Carries out the requested removals of bytes that no row references; a detection keeps a deleted model's weights. */
export async function removeRequested(ctx: Pick<Context, 'db' | 'files' | 'clock'>): Promise<void> {
  await unlessBackup(ctx, async (tx) => {
    const inFiles = tx
      .select()
      .from(files)
      .where(and(eq(files.id, removals.handle), ne(files.state, 'expired')))
    const inVersions = tx.select().from(modelVersions).where(eq(modelVersions.weightsHandle, removals.handle))
    const inDetections = tx.select().from(detections).where(eq(detections.weightsHandle, removals.handle))
    const rows = await tx
      .select({ handle: removals.handle })
      .from(removals)
      .where(and(notExists(inFiles), notExists(inVersions), notExists(inDetections)))
      .for('update', { skipLocked: true, of: removals })
    const handles = rows.map(({ handle }) => handle)
    if (handles.length === 0) return
    for (const handle of handles) {
      await ctx.files.remove(handle)
      await markRepaired({ ...ctx, db: tx }, 'weights', handle)
    }
    await tx.delete(weights).where(inArray(weights.handle, handles))
    await tx.delete(removals).where(inArray(removals.handle, handles))
  })
}
