import { and, eq, ne, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { files, logFiles, models, modelVersions, published } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { lockAccount } from './lock-account.ts'

export interface StorageRequest {
  readonly accountId: string
  readonly bytes: number
  /** The file that the bytes belong to, whose earlier size is not counted twice. */
  readonly fileId?: string
  /** The log file whose lines the bytes are; those of an earlier reading are not counted twice. */
  readonly linesOf?: string
}

/** Throws if the bytes would exceed the account's storage. Called in the transaction that records them. */
export async function requireStorage(
  ctx: Pick<Context, 'settings'>,
  tx: Database,
  { accountId, bytes, fileId = '', linesOf = '' }: StorageRequest,
): Promise<void> {
  await takeStorage(ctx, tx, { accountId, bytes, wanted: bytes, fileId, linesOf })
}

/** How many bytes the account may still store, at the moment. */
export async function storageRoom(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  { accountId, fileId = '', linesOf = '' }: Omit<StorageRequest, 'bytes'>,
): Promise<number> {
  return settings.maxStoredBytes - (await storedBytes(db, accountId, { fileId, linesOf }))
}

interface Reservation extends Required<Omit<StorageRequest, 'linesOf'>> {
  /** What the file may need next; reserved as far as there is room. */
  readonly wanted: number
}

/** Reserves storage for a file that still arrives, in a transaction of its own, and returns how much. Throws as `requireStorage`. */
export async function reserveStorage(ctx: Pick<Context, 'db' | 'settings'>, request: Reservation): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const reservedBytes = await takeStorage(ctx, tx, { ...request, linesOf: '' })
    await tx.update(files).set({ reservedBytes }).where(eq(files.id, request.fileId))
    return reservedBytes
  })
}

/** The account stays locked until the transaction ends, so that what two requests take is not the same. */
async function takeStorage(
  { settings }: Pick<Context, 'settings'>,
  tx: Database,
  { accountId, bytes, wanted, fileId, linesOf }: Reservation & { readonly linesOf: string },
): Promise<number> {
  await lockAccount(tx, accountId)
  const room = await storageRoom({ db: tx, settings }, { accountId, fileId, linesOf })
  if (room >= Math.max(1, bytes)) return Math.min(room, wanted)
  throw storageFull(settings, room)
}

/** The error of an account that has so many bytes left. */
export function storageFull({ maxStoredBytes: limit }: Context['settings'], room: number): DomainError {
  const used = limit - room
  const message = `${used} of ${limit} bytes are used`
  return new DomainError('STORAGE_QUOTA_EXCEEDED', {
    details: [{ field: 'file', message, values: { count: used, limit } }],
  })
}

type Except = Required<Pick<StorageRequest, 'fileId' | 'linesOf'>>

/** Uploaded files, unfinished ones at their announced or reserved size, the lines of those read as logs, weights of models, and published copies. */
async function storedBytes(db: Database, accountId: string, { fileId, linesOf }: Except): Promise<number> {
  const bytesOf = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [ofFiles] = await db
    .select({ bytes: bytesOf(sql`greatest(${files.bytes}, ${files.reservedBytes})`) })
    .from(files)
    .where(and(eq(files.ownerId, accountId), ne(files.state, 'expired'), ne(files.id, fileId)))
  const [ofModels] = await db
    .select({ bytes: bytesOf(modelVersions.bytes) })
    .from(modelVersions)
    .innerJoin(models, eq(models.id, modelVersions.modelId))
    .where(eq(models.ownerId, accountId))
  const [ofLines] = await db
    .select({ bytes: bytesOf(logFiles.storedBytes) })
    .from(logFiles)
    .innerJoin(files, eq(files.id, logFiles.fileId))
    .where(and(eq(files.ownerId, accountId), ne(files.id, linesOf)))
  const [ofCopies] = await db
    .select({ bytes: bytesOf(published.bytes) })
    .from(published)
    .where(eq(published.ownerId, accountId))
  return ofFiles!.bytes + ofModels!.bytes + ofLines!.bytes + ofCopies!.bytes
}
