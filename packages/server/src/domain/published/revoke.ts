import { eq } from 'drizzle-orm'
import { sources } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { sweepDatasets } from '../files/index.ts'
import { unlessBackup, unlessFull } from '../removals/index.ts'
import { findOwnPublished } from './published-row.ts'

/** Deletes the copy: whoever still shows it learns that it has ended. */
export async function revokePublished(ctx: Context, caller: Caller, id: string): Promise<void> {
  const row = await findOwnPublished(ctx, caller, id)
  await ctx.db.delete(sources).where(eq(sources.id, id))
  if (row.origin === 'project') await unlessFull(ctx, () => unlessBackup(ctx, () => ctx.points.drop([id])))
  else await unlessFull(ctx, () => sweepDatasets(ctx))
}
