import { eq } from 'drizzle-orm'
import { upkeep } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { CheckedItem } from './stored-items.ts'

/** Progress of the scrub, so that it resumes after a restart. */
export interface ScrubState {
  /** Of this pass, or of the last one; epoch milliseconds. */
  readonly startedAt: number
  /** Null while a pass is under way. */
  readonly finishedAt: number | null
  /** The last item that was compared. */
  readonly after: CheckedItem | null
  readonly checked: number
  readonly damaged: number
}

const TASK = 'scrub'

export async function readScrub(ctx: Pick<Context, 'db'>): Promise<ScrubState | undefined> {
  const [row] = await ctx.db.select().from(upkeep).where(eq(upkeep.task, TASK))
  return row?.value as ScrubState | undefined
}

export async function saveScrub(ctx: Pick<Context, 'db' | 'clock'>, value: ScrubState): Promise<void> {
  const updatedAt = ctx.clock.now()
  await ctx.db
    .insert(upkeep)
    .values({ task: TASK, value, updatedAt })
    .onConflictDoUpdate({ target: upkeep.task, set: { value, updatedAt } })
}
