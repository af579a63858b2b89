import { and, eq, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { files, models, modelVersions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { lockAccount } from './lock-account.ts'

export interface StorageRequest {
  readonly accountId: string
  readonly bytes: number
  /** The file that the bytes belong to, whose earlier size is not counted twice. */
  readonly fileId?: string
}

/** Throws if the bytes would exceed the account's storage. Called in the transaction that records them. */
export async function requireStorage(
  ctx: Pick<Context, 'settings'>,
  tx: Database,
  { accountId, bytes, fileId }: StorageRequest,
): Promise<void> {
  await takeStorage(ctx, tx, { accountId, bytes, wanted: bytes, fileId: fileId ?? '' })
}

interface Reservation extends Required<StorageRequest> {
  /** What the file may need next; reserved as far as there is room. */
  readonly wanted: number
}

/** Reserves storage for a file that still arrives, in a transaction of its own, and returns how much. Throws as `requireStorage`. */
export async function reserveStorage(ctx: Pick<Context, 'db' | 'settings'>, request: Reservation): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const reservedBytes = await takeStorage(ctx, tx, request)
    await tx.update(files).set({ reservedBytes }).where(eq(files.id, request.fileId))
    return reservedBytes
  })
}

/** The account stays locked until the transaction ends, so that what two requests take is not the same. */
async function takeStorage(
  { settings }: Pick<Context, 'settings'>,
  tx: Database,
  { accountId, bytes, wanted, fileId }: Reservation,
): Promise<number> {
  await lockAccount(tx, accountId)
  const used = await storedBytes(tx, accountId, fileId)
  const room = settings.maxStoredBytes - used
  if (room >= Math.max(1, bytes)) return Math.min(room, wanted)
  const message = `${used} of ${settings.maxStoredBytes} bytes are used`
  throw new DomainError('STORAGE_QUOTA_EXCEEDED', {
    details: [{ field: 'file', message, values: { count: used, limit: settings.maxStoredBytes } }],
  })
}

/** Uploaded files, unfinished ones at their announced or reserved size, and the weights of models. */
async function storedBytes(db: Database, accountId: string, exceptFile: string): Promise<number> {
  const bytesOf = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [ofFiles] = await db
    .select({ bytes: bytesOf(sql`greatest(${files.bytes}, ${files.reservedBytes})`) })
    .from(files)
    .where(and(eq(files.ownerId, accountId), ne(files.state, 'expired'), ne(files.id, exceptFile)))
  const [ofModels] = await db
    .select({ bytes: bytesOf(modelVersions.bytes) })
    .from(modelVersions)
    .innerJoin(models, eq(models.id, modelVersions.modelId))
    .where(eq(models.ownerId, accountId))
  return ofFiles!.bytes + ofModels!.bytes
}
