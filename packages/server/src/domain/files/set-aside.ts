import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { FileStoreError, type StoredItem } from '../../ports/file-store.ts'
import { detections, files, liveStates, modelVersions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { removeRequested, requestedHandles, requestRemoval } from '../removals/index.ts'

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

/** Number of items per query. */
const BATCH_SIZE = 500

async function* inBatches<T>(items: AsyncIterable<T>, size: number = BATCH_SIZE): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Those of the handles that a row references: unexpired files, weights of a version or of a detection, states of live detection. */
async function namedHandles(
  ctx: Pick<Context, 'db'>,
  items: readonly Pick<StoredItem, 'handle'>[],
): Promise<Set<string>> {
  const handles = items.map(({ handle }) => handle)
  if (handles.length === 0) return new Set()
  const inFiles = ctx.db
    .select({ handle: files.id })
    .from(files)
    .where(and(inArray(files.id, handles), ne(files.state, 'expired')))
  const inVersions = ctx.db
    .select({ handle: modelVersions.weightsHandle })
    .from(modelVersions)
    .where(inArray(modelVersions.weightsHandle, handles))
  const inDetections = ctx.db
    .select({ handle: detections.weightsHandle })
    .from(detections)
    .where(and(inArray(detections.weightsHandle, handles), isNotNull(detections.weightsHandle)))
  const inStates = ctx.db
    .select({ handle: liveStates.handle })
    .from(liveStates)
    .where(inArray(liveStates.handle, handles))
  const rows = await Promise.all([inFiles, inVersions, inDetections, inStates])
  return new Set(rows.flat().flatMap(({ handle }) => (handle === null ? [] : [handle])))
}

/** Handles of files whose row permits deleting their bytes. */
async function expiredHandles(
  ctx: Pick<Context, 'db'>,
  items: readonly Pick<StoredItem, 'handle'>[],
): Promise<Set<string>> {
  const handles = items.map(({ handle }) => handle)
  if (handles.length === 0) return new Set()
  const rows = await ctx.db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, handles), eq(files.state, 'expired')))
  return new Set(rows.map(({ id }) => id))
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
