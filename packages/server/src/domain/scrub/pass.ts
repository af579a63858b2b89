import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import type { Context } from '../context.ts'
import { repairPoints, setAsideUnnamed } from '../files/index.ts'
import { oldestWaiting } from '../jobs/index.ts'
import { readScrub, type ScrubState, saveScrub } from './state.ts'
import { type CheckedItem, checkItem, recordCondition, storedItems } from './stored-items.ts'

const DAY_MS = 86_400_000
/** Jobs have priority, but a server that is never idle must be scrubbed too. */
const LONGEST_PAUSE_MS = 60_000
const PAUSE_MS = 2000

/** Compares everything stored with its checksum, slowly, from where the last server stopped. */
export async function scrubPass(ctx: Context, signal?: AbortSignal): Promise<ScrubState> {
  let state = await begin(ctx)
  for await (const item of storedItems(ctx, state.after ?? undefined)) {
    await waitForWork(ctx, signal)
    const isDamaged = await scrubItem(ctx, item, signal)
    state = { ...state, after: item, checked: state.checked + 1, damaged: state.damaged + (isDamaged ? 1 : 0) }
    await saveScrub(ctx, state)
  }
  await setAsideUnnamed(ctx, { before: ctx.clock.now() - DAY_MS, signal })
  const finished = { ...state, finishedAt: ctx.clock.now() }
  await saveScrub(ctx, finished)
  ctx.log.info({ checked: finished.checked, damaged: finished.damaged }, 'the scrub of stored data finished')
  return finished
}

async function begin(ctx: Context): Promise<ScrubState> {
  const known = await readScrub(ctx)
  const fresh = { startedAt: ctx.clock.now(), finishedAt: null, after: null, checked: 0, damaged: 0 }
  const state = known?.finishedAt === null ? known : fresh
  await saveScrub(ctx, state)
  return state
}

/** Compares one item, repairs it where that can be done, and records the result; true if it is damaged. */
export async function scrubItem(ctx: Context, item: CheckedItem, signal?: AbortSignal): Promise<boolean> {
  const onBytes = (count: number) => pace(ctx, count, signal)
  const condition = await checkItem(ctx, item, { signal, onBytes })
  const isRepaired = condition === 'changed' && item.kind === 'dataset' && (await repair(ctx, item.id))
  await recordCondition(ctx, item, isRepaired ? 'intact' : condition)
  return condition !== undefined && condition !== 'intact' && !isRepaired
}

/** Points are read again from the uploaded file where that is still there. */
async function repair(ctx: Context, dataset: string): Promise<boolean> {
  try {
    await repairPoints(ctx, new DatasetDamagedError(dataset, 'found by the scrub'))
    return true
  } catch {
    return false
  }
}

async function pace(ctx: Context, bytes: number, signal?: AbortSignal): Promise<void> {
  const ms = (bytes / ctx.settings.scrubBytesPerSecond) * 1000
  if (ms >= 1) await ctx.clock.sleep(ms, signal)
}

async function waitForWork(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (let waited = 0; waited < LONGEST_PAUSE_MS && (await oldestWaiting(ctx)) !== null; waited += PAUSE_MS)
    await ctx.clock.sleep(PAUSE_MS, signal)
  signal?.throwIfAborted()
}
