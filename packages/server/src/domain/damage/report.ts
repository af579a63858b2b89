import { and, eq, isNull, sql } from 'drizzle-orm'
import { damage } from '../../schema/index.ts'
import type { DamageKind } from '../../schema/integrity.ts'
import type { Context } from '../context.ts'

export type Damaged = Pick<typeof damage.$inferSelect, 'kind' | 'id' | 'ownerId' | 'name' | 'reason'>

/** Records damage once, however often it is found; a repaired item is reopened. */
export async function reportDamage(ctx: Pick<Context, 'db' | 'clock' | 'log'>, damaged: Damaged): Promise<void> {
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
}

/** Marks an item as repaired or deleted; does nothing if no damage was recorded. */
export async function markRepaired(ctx: Pick<Context, 'db' | 'clock'>, kind: DamageKind, id: string): Promise<void> {
  await ctx.db
    .update(damage)
    .set({ repairedAt: ctx.clock.now() })
    .where(and(eq(damage.kind, kind), eq(damage.id, id), isNull(damage.repairedAt)))
}
