import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { damage, detections, files, modelVersions } from '../../schema/index.ts'
import type { DamageKind } from '../../schema/integrity.ts'
import type { Context } from '../context.ts'

export type Damaged = Pick<typeof damage.$inferSelect, 'kind' | 'id' | 'ownerId' | 'name' | 'reason'>

/**
 * Records damage once, however often it is found; a repaired item is reopened. False, and nothing is recorded, if no row
 * references the item: it was deleted while it was read.
 */
export async function reportDamage(ctx: Pick<Context, 'db' | 'clock' | 'log'>, damaged: Damaged): Promise<boolean> {
  if (!(await isReferenced(ctx, damaged))) return false
  const foundAt = ctx.clock.now()
  const wasRepaired = sql`${damage.repairedAt} is not null`
  const { kind, id, name, reason } = damaged
  ctx.log.error({ kind, id, name, reason }, 'stored data is damaged: see omen-server doctor')
  await ctx.db
    .insert(damage)
    .values({ ...damaged, foundAt })
    .onConflictDoUpdate({
      target: [damage.kind, damage.id],
      set: {
        reason,
        foundAt: sql`case when ${wasRepaired} then ${foundAt} else ${damage.foundAt} end`,
        repairedAt: null,
      },
    })
  return true
}

async function isReferenced({ db }: Pick<Context, 'db'>, { kind, id }: Pick<Damaged, 'kind' | 'id'>): Promise<boolean> {
  const references = {
    file: () => [db.$count(files, and(eq(files.id, id), ne(files.state, 'expired')))],
    weights: () => [
      db.$count(modelVersions, eq(modelVersions.weightsHandle, id)),
      db.$count(detections, eq(detections.weightsHandle, id)),
    ],
    dataset: () => [
      db.$count(files, eq(files.datasetId, id)),
      db.$count(detections, or(eq(detections.pointsId, id), eq(detections.scoresId, id))),
    ],
  }[kind]()
  return (await Promise.all(references)).some((count) => count > 0)
}

/** Marks an item as repaired or deleted; does nothing if no damage was recorded. */
export async function markRepaired(ctx: Pick<Context, 'db' | 'clock'>, kind: DamageKind, id: string): Promise<void> {
  await ctx.db
    .update(damage)
    .set({ repairedAt: ctx.clock.now() })
    .where(and(eq(damage.kind, kind), eq(damage.id, id), isNull(damage.repairedAt)))
}
