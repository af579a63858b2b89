import { eq } from 'drizzle-orm'
import { files } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { markRepaired } from '../damage/index.ts'
import { DomainError } from '../errors.ts'
import { deleteNaming, removeRequested, unlessFull } from '../removals/index.ts'
import { removeUnusedSources } from '../sources/index.ts'
import { findOwnFile } from './file-row.ts'
import { isInWork } from './in-work.ts'
import { sweepDatasets } from './sweep.ts'

/** Models and detections made from it stay. */
export async function deleteFile(ctx: Context, caller: Caller, filename: string): Promise<void> {
  const row = await findOwnFile(ctx, caller, filename)
  await deleteNaming(ctx, async (tx) => {
    await tx.select({ id: files.id }).from(files).where(eq(files.id, row.id)).for('update')
    if (await isInWork({ db: tx }, row.id)) throw new DomainError('FILE_IN_USE')
    await tx.delete(files).where(eq(files.id, row.id))
    await removeUnusedSources({ ...ctx, db: tx }, row.id)
    await markRepaired({ ...ctx, db: tx }, 'file', row.id)
    return [row.id]
  })
  await unlessFull(ctx, () => removeRequested(ctx))
  await unlessFull(ctx, () => sweepDatasets(ctx))
}
