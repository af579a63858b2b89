import { eq } from 'drizzle-orm'
import { detections } from '../../adapters/database/schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { sweepDatasets } from '../files/index.ts'
import { removeUnusedWeights } from '../models/index.ts'
import { findOwnDetection } from './detection-row.ts'

/** With its scores, and with whatever else only it still named. */
export async function deleteDetection(ctx: Context, caller: Caller, id: string): Promise<void> {
  const row = await findOwnDetection(ctx, caller, id)
  await ctx.db.delete(detections).where(eq(detections.id, id))
  await sweepDatasets(ctx)
  if (row.weightsHandle) await removeUnusedWeights(ctx, [row.weightsHandle])
}
