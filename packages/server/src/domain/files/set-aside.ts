import { FileStoreError, type StoredItem } from '../../ports/file-store.ts'
import type { Context } from '../context.ts'
import { removeRequested, requestedHandles, requestRemoval } from '../removals/index.ts'
import { inBatches } from './in-batches.ts'
import { expiredHandles, namedHandles } from './named-handles.ts'

export interface SetAsideOptions {
  /** Epoch ms: bytes written later may still get their row. */
  readonly before: number
  readonly signal?: AbortSignal | undefined
}

export interface SetAsideReport {
  readonly setAside: number
  readonly broughtBack: number
}

type FileContext = Pick<Context, 'db' | 'files' | 'clock'>

/**
 * Reconciles the file store with the rows without deleting anything: unreferenced files are set aside, and files that a row
 * references again (after a database restore) are brought back.
 */
export async function setAsideUnnamed(ctx: FileContext, options: SetAsideOptions): Promise<SetAsideReport> {
  const broughtBack = await bringBackNamed(ctx, options.signal)
  let setAside = 0
  for await (const batch of inBatches(ctx.files.list())) {
    options.signal?.throwIfAborted()
    setAside += await setAsideOf(ctx, batch, options.before)
  }
  await removeRequested(ctx)
  return { setAside, broughtBack }
}

async function setAsideOf(ctx: FileContext, batch: readonly StoredItem[], before: number): Promise<number> {
  const named = await namedHandles(ctx, batch)
  const expired = await expiredHandles(ctx, batch)
  await requestRemoval(ctx, [...expired])
  const going = await requestedHandles(ctx, batch)
  const unnamed = batch.filter(({ handle }) => !named.has(handle) && !going.has(handle))
  let count = 0
  for (const item of unnamed)
    if (item.modifiedAt < before && (await isDone(ctx.files.setAside(item, ctx.clock.now())))) count++
  return count
}

async function bringBackNamed(ctx: FileContext, signal?: AbortSignal): Promise<number> {
  let count = 0
  for await (const batch of inBatches(ctx.files.found())) {
    signal?.throwIfAborted()
    const named = await namedHandles(ctx, batch)
    const isWhole = batch.filter(({ kind, handle }) => kind !== 'unfinished' && named.has(handle))
    for (const item of isWhole) if (await isDone(ctx.files.bringBack(item, item.handle))) count++
  }
  return count
}

/** False if its owner deleted it meanwhile. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof FileStoreError && error.fault === 'missing') return false
    throw error
  }
}
