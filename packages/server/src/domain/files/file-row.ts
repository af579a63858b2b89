import { and, eq } from 'drizzle-orm'
import { type datasets, files } from '../../adapters/database/schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { StoredFile } from '../wire-types.ts'

export type FileRow = typeof files.$inferSelect
export type DatasetRow = typeof datasets.$inferSelect

/** The caller's own file; somebody else's looks like none. */
export async function findOwnFile(ctx: Pick<Context, 'db'>, caller: Caller, filename: string): Promise<FileRow> {
  const [row] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, filename), ownedBy(caller, files.ownerId)))
  if (!row) throw notFound('file')
  return row
}

export async function toStoredFile(ctx: Pick<Context, 'files'>, row: FileRow): Promise<StoredFile> {
  const { id, uploadFileName, bytes, sha256, state, failure, createdAt, expiresAt } = row
  const receivedBytes = state === 'receiving' ? await ctx.files.received(id) : undefined
  return {
    filename: id,
    uploadFileName,
    bytes,
    sha256,
    state,
    createdAt,
    expiresAt,
    ...(failure && { failure }),
    ...(receivedBytes !== undefined && { receivedBytes }),
  }
}

export function expiryFrom(ctx: Pick<Context, 'clock' | 'settings'>): number {
  return ctx.clock.now() + ctx.settings.fileDays * 86_400_000
}
