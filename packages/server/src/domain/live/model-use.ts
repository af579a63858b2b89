import { and, asc, eq, gt } from 'drizzle-orm'
import type { UsedModel } from '../../ports/live-scorer.ts'
import { liveModels, livePositions, modelVersions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { loadModel, type ReadyVersion } from '../models/index.ts'
import { LeaseLost } from './keep-round.ts'
import { isOwn } from './leases.ts'

/** A version of a model that scored the rows after `fromTime`, up to the next one. */
export type ModelUse = typeof liveModels.$inferSelect

/** By time. */
export async function readModelUses({ db }: Pick<Context, 'db'>, sourceId: string): Promise<ModelUse[]> {
  return db.select().from(liveModels).where(eq(liveModels.sourceId, sourceId)).orderBy(asc(liveModels.fromTime))
}

/** What a row is scored by. */
export function modelUseAt(uses: readonly ModelUse[], time: number): ModelUse | undefined {
  return uses.findLast(({ fromTime }) => fromTime < time)
}

/** The end of the rows from `time` on that are all scored by the same, at most `to`. */
export function endOfModelUse(uses: readonly ModelUse[], time: number, to: number, stepMs: number): number {
  const next = uses.find(({ fromTime }) => fromTime >= time)
  return next === undefined ? to : Math.min(to, next.fromTime + stepMs)
}

/**
 * Notes that a version scores all rows after those that were scored so far, before it scores the first: whoever scores them again does it by the
 * same. Rejects with `LeaseLost` where another worker has the project.
 */
export async function noteModelUse(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  { modelId, version, position }: { modelId: string; version: number; position: number },
): Promise<ModelUse> {
  return db.transaction(async (tx) => {
    const [held] = await tx
      .select()
      .from(livePositions)
      .where(and(eq(livePositions.sourceId, sourceId), isOwn))
      .for('update')
    if (!held) throw new LeaseLost(`the lease of ${sourceId} was lost`)
    const fromTime = Math.max(position, held.position ?? position)
    await tx.delete(liveModels).where(and(eq(liveModels.sourceId, sourceId), gt(liveModels.fromTime, fromTime)))
    const [use] = await tx
      .insert(liveModels)
      .values({ sourceId, fromTime, modelId, version })
      .onConflictDoUpdate({ target: [liveModels.sourceId, liveModels.fromTime], set: { modelId, version } })
      .returning()
    return use!
  })
}

export function isSameUse(a: ModelUse | undefined, b: ModelUse | undefined): boolean {
  return a?.modelId === b?.modelId && a?.version === b?.version
}

/** The model itself; undefined where it was deleted, or its weights cannot be read. */
export async function loadModelUse(ctx: Context, use: ModelUse | undefined): Promise<UsedModel | undefined> {
  if (use === undefined) return undefined
  const { modelId, version, sourceId } = use
  const [row] = await ctx.db
    .select()
    .from(modelVersions)
    .where(
      and(eq(modelVersions.modelId, modelId), eq(modelVersions.version, version), eq(modelVersions.state, 'ready')),
    )
  if (!row) return undefined
  try {
    return { key: `${modelId} ${version}`, ...(await loadModel(ctx, row as ReadyVersion)) }
  } catch (error) {
    ctx.log.warn({ err: error, sourceId, modelId, version }, 'a model cannot be read: its project is scored without it')
    return undefined
  }
}
