import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { StoredItem } from '../../ports/file-store.ts'
import { detections, files, liveStates, modelVersions } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Those of the handles that a row references: unexpired files, weights of a version or of a detection, states of live detection. */
export async function namedHandles(
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
export async function expiredHandles(
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
