import { eq } from 'drizzle-orm'
import { files, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { DomainError } from '../errors.ts'
import { requireStorage } from '../quotas/index.ts'
import { expiryFrom, type FileRow } from './file-row.ts'

/** The last chunk and a concurrent status request may both find the upload complete. */
const sealing = new Map<string, Promise<FileRow>>()

/** Completes an upload, once, however many requests do so concurrently. */
export function sealFile(ctx: Context, row: FileRow, bytes: number): Promise<FileRow> {
  const running = sealing.get(row.id) ?? seal(ctx, row, bytes).finally(() => sealing.delete(row.id))
  sealing.set(row.id, running)
  return running
}

async function seal(ctx: Context, row: FileRow, bytes: number): Promise<FileRow> {
  if (bytes === 0) throw new DomainError('EMPTY_FILE')
  const sealed = await ctx.files.seal(row.id, row.expectedSha256 ?? undefined)
  return ctx.db.transaction(async (tx) => {
    await requireStorage(ctx, tx, { accountId: row.ownerId, bytes: sealed.bytes, fileId: row.id })
    const [stored] = await tx
      .update(files)
      .set({ state: 'stored', bytes: sealed.bytes, sha256: sealed.sha256, expiresAt: expiryFrom(ctx) })
      .where(eq(files.id, row.id))
      .returning()
    return stored!
  })
}

export async function forgetFile(ctx: Context, id: string): Promise<void> {
  await ctx.files.remove(id)
  await ctx.db.delete(sources).where(eq(sources.id, id))
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
  if (isLost) await forgetFile(ctx, row.id)
  return error
}
