import { and, eq, ne, sql } from 'drizzle-orm'
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
export async function requireStorage(ctx: Context, tx: Database, request: StorageRequest): Promise<void> {
  await lockAccount(tx, request.accountId)
  const used = await storedBytes(tx, request.accountId, request.fileId ?? '')
  const { maxStoredBytes } = ctx.settings
  const isFull = used >= maxStoredBytes || used + request.bytes > maxStoredBytes
  if (!isFull) return
  const message = `${used} of ${maxStoredBytes} bytes are used`
  const values = { count: used, limit: maxStoredBytes }
  throw new DomainError('STORAGE_QUOTA_EXCEEDED', { details: [{ message, values }] })
}

/** Bytes that the account may still store. */
export async function remainingStorage(ctx: Pick<Context, 'db' | 'settings'>, accountId: string): Promise<number> {
  return Math.max(0, ctx.settings.maxStoredBytes - (await storedBytes(ctx.db, accountId, '')))
}

/** Uploaded files, unfinished ones at their announced size, and the weights of models. */
async function storedBytes(db: Database, accountId: string, exceptFile: string): Promise<number> {
  const bytesOf = (column: typeof files.bytes | typeof modelVersions.bytes) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [ofFiles] = await db
    .select({ bytes: bytesOf(files.bytes) })
    .from(files)
    .where(and(eq(files.ownerId, accountId), ne(files.state, 'expired'), ne(files.id, exceptFile)))
  const [ofModels] = await db
    .select({ bytes: bytesOf(modelVersions.bytes) })
    .from(modelVersions)
    .innerJoin(models, eq(models.id, modelVersions.modelId))
    .where(eq(models.ownerId, accountId))
  return ofFiles!.bytes + ofModels!.bytes
}
