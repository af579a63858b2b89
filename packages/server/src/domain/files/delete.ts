import { eq } from 'drizzle-orm'
import { files } from '../../adapters/database/schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { findOwnFile } from './file-row.ts'
import { isInWork } from './in-work.ts'
import { sweepDatasets } from './sweep.ts'

/** Models and detections made from it stay. */
export async function deleteFile(ctx: Context, caller: Caller, filename: string): Promise<void> {
  const row = await findOwnFile(ctx, caller, filename)
  if (await isInWork(ctx, row.id)) throw new DomainError('FILE_IN_USE')
  await ctx.db.delete(files).where(eq(files.id, row.id))
  await ctx.files.remove(row.id)
  await sweepDatasets(ctx)
}
