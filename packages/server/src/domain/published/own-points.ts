import { and, eq } from 'drizzle-orm'
import { datasets } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { discardDataset } from '../files/index.ts'
import { instanceId } from '../instance.ts'

/** Records the points of a copy before they are there, so that what nothing names in the end is swept: of a dead server, or revoked during a backup. */
export async function startPoints({ db, clock }: Context, id: string): Promise<void> {
  const filling = { state: 'filling' as const, filledBy: instanceId, createdAt: clock.now() }
  await db
    .insert(datasets)
    .values({ id, rows: 0, ...filling })
    .onConflictDoUpdate({ target: datasets.id, set: filling })
}

/** Drops them, unless another server has taken over the job that makes the copy. */
export async function discardPoints(ctx: Context, id: string): Promise<void> {
  const isOwn = and(eq(datasets.id, id), eq(datasets.state, 'filling'), eq(datasets.filledBy, instanceId))
  if ((await ctx.db.$count(datasets, isOwn)) > 0) await discardDataset(ctx, id)
}
