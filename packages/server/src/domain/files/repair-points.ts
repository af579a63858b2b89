import { and, eq, or } from 'drizzle-orm'
import type { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import { detections, files } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { markRepaired, reportDamage } from '../damage/index.ts'
import { DomainError } from '../errors.ts'
import { createSharedWork } from '../shared-work.ts'
import { parseInto } from './parse-into.ts'

const repairing = createSharedWork<void>()

/**
 * Reads the points of a damaged dataset from the uploaded file again, where that is still there; rejects with `DATA_DAMAGED`
 * otherwise. Points still present are inserted again; a point store deduplicates them, so readers never see fewer.
 */
export async function repairPoints(ctx: Context, damaged: DatasetDamagedError): Promise<void> {
  await repairing.join(damaged.dataset, ({ signal }) => readAgain(ctx, damaged, signal), {})
}

async function readAgain(ctx: Context, damaged: DatasetDamagedError, signal: AbortSignal): Promise<void> {
  const { dataset } = damaged
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.datasetId, dataset), eq(files.state, 'parsed')))
  if (!file) throw await explainDamage(ctx, damaged)
  ctx.log.warn({ err: damaged, file: file.id }, 'points are damaged; restoring them from the uploaded file')
  try {
    await ctx.points.setBrokenPartsAside(dataset)
    await parseInto(ctx, dataset, file.id, { signal })
    await ctx.points.verify(dataset)
  } catch (error) {
    ctx.log.error({ err: error, file: file.id }, 'damaged points could not be restored from the uploaded file')
    throw await explainDamage(ctx, damaged)
  }
  await markRepaired(ctx, 'dataset', dataset)
  ctx.log.info({ dataset, file: file.id }, 'damaged points were restored from the uploaded file')
}

/** Names the file, for its owner, and the dataset, for an operator. */
async function explainDamage(ctx: Context, damaged: DatasetDamagedError): Promise<DomainError> {
  const { dataset, message } = damaged
  const { ownerId, uploadFileName, scoresId } = detections
  const [detection] = await ctx.db
    .select({ ownerId, uploadFileName, scoresId })
    .from(detections)
    .where(or(eq(detections.pointsId, dataset), eq(scoresId, dataset)))
    .limit(1)
  const what = detection?.scoresId === dataset ? 'scores' : 'points'
  const name = detection ? `${what} of ${detection.uploadFileName}` : dataset
  await reportDamage(ctx, {
    kind: 'dataset',
    id: dataset,
    ownerId: detection?.ownerId ?? null,
    name,
    reason: 'changed',
  })
  return new DomainError('DATA_DAMAGED', { details: [{ field: 'dataset', name, message }], cause: damaged })
}
