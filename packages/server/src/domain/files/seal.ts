import { and, eq } from 'drizzle-orm'
import type { SealedFile } from '../../ports/file-store.ts'
import { files, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { DomainError, notFound } from '../errors.ts'
import { requireStorage } from '../quotas/index.ts'
import { expiryFrom, type FileRow } from './file-row.ts'
import { withUploadLock } from './upload-lock.ts'

/** Requests of this server that find the same upload complete wait for one of them, without a connection each. */
const sealing = new Map<string, Promise<FileRow>>()

/** Completes an upload, once, however many requests and servers do so at the same time. */
export function sealFile(ctx: Context, row: FileRow, bytes: number): Promise<FileRow> {
  const running = sealing.get(row.id) ?? seal(ctx, row, bytes).finally(() => sealing.delete(row.id))
  sealing.set(row.id, running)
  return running
}

async function seal(ctx: Context, row: FileRow, bytes: number): Promise<FileRow> {
  if (bytes === 0) throw new DomainError('EMPTY_FILE')
  // No other request knows of an upload that arrives in a single one.
  if (row.bytes === 0) return record(ctx, row, await ctx.files.seal(row.id, row.expectedSha256 ?? undefined))
  return withUploadLock(ctx, row.id, async (tx) => {
    const [current] = await tx.select().from(files).where(eq(files.id, row.id))
    if (!current || current.state === 'expired') throw notFound('file')
    if (current.state !== 'receiving') return current
    const sealed = await ctx.files.seal(row.id, row.expectedSha256 ?? undefined)
    if (sealed.bytes !== row.bytes) throw incomplete(sealed.bytes, row.bytes)
    return record({ ...ctx, db: tx }, row, sealed)
  })
}

async function record(ctx: Context, row: FileRow, sealed: SealedFile): Promise<FileRow> {
  const stored = await ctx.db.transaction(async (tx) => {
    await requireStorage(ctx, tx, { accountId: row.ownerId, bytes: sealed.bytes, fileId: row.id })
    const [updated] = await tx
      .update(files)
      .set({ state: 'stored', ...sealed, reservedBytes: 0, expiresAt: expiryFrom(ctx) })
      .where(and(eq(files.id, row.id), eq(files.state, 'receiving')))
      .returning()
    return updated
  })
  if (stored) return stored
  // Deleted or expired while its bytes were put together.
  await ctx.files.remove(row.id)
  throw notFound('file')
}

function incomplete(found: number, expected: number): DomainError {
  const message = `the store holds ${found} of ${expected} bytes`
  return new DomainError('UPLOAD_INCOMPLETE', { details: [{ field: 'Content-Range', message }] })
}

/** Deletes an upload, unless another server has completed it meanwhile. */
export async function forgetUpload(ctx: Context, id: string): Promise<void> {
  await withUploadLock(ctx, id, async (tx) => {
    const isReceiving = and(eq(files.id, id), eq(files.state, 'receiving'))
    if ((await tx.$count(files, isReceiving)) === 0) return
    await ctx.files.remove(id)
    await tx.delete(sources).where(eq(sources.id, id))
  })
}

const hopeless: ReadonlySet<string> = new Set([
  'DISK_FULL',
  'STORAGE_QUOTA_EXCEEDED',
  'CHECKSUM_MISMATCH',
  'EMPTY_FILE',
])

/** Converts the error of a chunk; after an unrecoverable one the upload is deleted. */
export async function endChunk(ctx: Context, row: FileRow, cause: unknown): Promise<unknown> {
  const error = convertStoreError(cause)
  const isLost = error instanceof DomainError && hopeless.has(error.code)
  if (isLost) await forgetUpload(ctx, row.id)
  return error
}
