import { and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import { FileStoreError } from '../../ports/file-store.ts'
import { liveStates } from '../../schema/index.ts'
import type { Context } from '../context.ts'

const MINUTE_MS = 60_000

export interface SavedState {
  readonly position: number
  readonly bytes: Uint8Array
}

/** How late a sample may be for the rows since then to be scored again: ten steps, five minutes at least. */
export function lateWindowMs(stepMs: number): number {
  return Math.max(10 * stepMs, 5 * MINUTE_MS)
}

/** The newest state, or the newest from before a time. States whose bytes are gone, as after a restore, are passed over. */
export async function readState(ctx: Context, sourceId: string, before?: number): Promise<SavedState | undefined> {
  const rows = await ctx.db
    .select()
    .from(liveStates)
    .where(and(eq(liveStates.sourceId, sourceId), before === undefined ? undefined : lt(liveStates.position, before)))
    .orderBy(desc(liveStates.position))
  for (const { position, handle } of rows) {
    const bytes = await ctx.files.readBlob(handle).catch((error: unknown) => {
      if (error instanceof FileStoreError && error.fault === 'missing') return undefined
      throw error
    })
    if (bytes) return { position, bytes }
  }
  return undefined
}

/** Saves a state as of a position; keeps those that late data may need, and the newest from before `newest`, after which nothing has arrived yet. */
export async function saveState(
  ctx: Context,
  { sourceId, stepMs, newest }: { sourceId: string; stepMs: number; newest: number },
  { position, bytes }: SavedState,
): Promise<void> {
  const handle = `live-${ctx.random.id()}`
  await ctx.files.write('blob', handle, [bytes])
  const row = { handle, savedAt: ctx.clock.now() }
  const before = await ctx.db
    .select()
    .from(liveStates)
    .where(eq(liveStates.sourceId, sourceId))
    .orderBy(asc(liveStates.position))
  await ctx.db
    .insert(liveStates)
    .values({ sourceId, position, ...row })
    .onConflictDoUpdate({ target: [liveStates.sourceId, liveStates.position], set: row })
  const old = before.filter((one) => one.position < position - lateWindowMs(stepMs))
  const beforeSilence = old.findLast((one) => one.position <= newest)
  await removeStates(
    ctx,
    old.slice(0, -1).filter((one) => one !== beforeSilence),
  )
  // The row now names the new bytes
  for (const one of before) if (one.position === position) await ctx.files.remove(one.handle)
}

/** Deletes the states that have taken in rows which are scored again. */
export async function deleteStatesFrom(ctx: Context, sourceId: string, position: number): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(liveStates)
    .where(and(eq(liveStates.sourceId, sourceId), gte(liveStates.position, position)))
  await removeStates(ctx, rows)
}

async function removeStates(ctx: Context, states: readonly { handle: string }[]): Promise<void> {
  const handles = states.map(({ handle }) => handle)
  if (handles.length > 0) await ctx.db.delete(liveStates).where(inArray(liveStates.handle, handles))
  for (const handle of handles) await ctx.files.remove(handle)
}
