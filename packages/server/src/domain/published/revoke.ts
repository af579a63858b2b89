import { eq } from 'drizzle-orm'
import { sources } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { sweepDatasets } from '../files/index.ts'
import { unlessFull } from '../removals/index.ts'
import { findOwnPublished } from './published-row.ts'

/** Deletes the copy: whoever still shows it learns that it has ended. */
export async function revokePublished(ctx: Context, caller: Caller, id: string): Promise<void> {
  await findOwnPublished(ctx, caller, id)
  await ctx.db.delete(sources).where(eq(sources.id, id))
  await unlessFull(ctx, () => sweepDatasets(ctx))
}
