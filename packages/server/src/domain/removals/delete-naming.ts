import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { isDiskFull } from '../../ports/disk-full.ts'
import { detections, files, modelVersions, weights } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { requestRemoval } from './removals.ts'
import { unlessBackup } from './unless-backup.ts'

/** Deletes rows in the transaction given, and returns the handles of the bytes that they named. */
export type DeleteRows = (tx: Database) => Promise<readonly string[]>

/**
 * Deletes rows, and requests the removal of what they named. On a full disk PostgreSQL can delete rows but not add the
 * request: the bytes are then removed right after the rows. If the server dies in between, they are set aside in found/.
 */
export async function deleteNaming(ctx: Context, deleteRows: DeleteRows): Promise<void> {
  try {
    await ctx.db.transaction(async (tx) => requestRemoval({ ...ctx, db: tx }, await deleteRows(tx)))
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const named = await deleteUnlessBackup(ctx, deleteRows)
    // A backup still has to read the bytes, and the request to remove them later cannot be written.
    if (!named) throw error
    for (const handle of named) if (await isUnnamed(ctx.db, handle)) await ctx.files.remove(handle)
  }
}

async function deleteUnlessBackup(ctx: Context, deleteRows: DeleteRows): Promise<readonly string[] | undefined> {
  let named: readonly string[] | undefined
  await unlessBackup(ctx, async (tx) => {
    named = await deleteRows(tx)
  })
  return named
}

async function isUnnamed(db: Database, handle: string): Promise<boolean> {
  const counts = await Promise.all([
    db.$count(files, and(eq(files.id, handle), ne(files.state, 'expired'))),
    db.$count(modelVersions, eq(modelVersions.weightsHandle, handle)),
    db.$count(detections, eq(detections.weightsHandle, handle)),
  ])
  if (counts.some((count) => count > 0)) return false
  await db.delete(weights).where(inArray(weights.handle, [handle]))
  return true
}
