import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { files } from '../../schema/index.ts'
import type { StoredFile } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { type BriefPreview, PREVIEW_LISTS, toFileSummary } from './preview.ts'

export type FileRow = typeof files.$inferSelect

/** A file without the lists of its preview, which are most of what is stored of it. */
export type BriefFileRow = Omit<FileRow, 'preview'> & { readonly preview: BriefPreview | null }

/** To select those, which are left out by the database. */
export const briefColumns = {
  ...getTableColumns(files),
  preview: sql<BriefPreview | null>`${files.preview} - ${sql.raw(`'{${PREVIEW_LISTS.join(',')}}'`)}::text[]`,
}

/** The caller's own file; any other is NOT_FOUND. */
export async function findOwnFile(ctx: Pick<Context, 'db'>, caller: Caller, filename: string): Promise<FileRow> {
  const [row] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.id, filename), ownedBy(caller, files.ownerId)))
  if (!row) throw notFound('file')
  return row
}

export async function toStoredFile(ctx: Pick<Context, 'files'>, row: BriefFileRow): Promise<StoredFile> {
  const { id, uploadFileName, bytes, sha256, state, failure, preview, createdAt, expiresAt } = row
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
    ...(preview && { summary: toFileSummary(preview) }),
    ...(receivedBytes !== undefined && { receivedBytes }),
  }
}

export function expiryFrom(ctx: Pick<Context, 'clock' | 'settings'>): number {
  return ctx.clock.now() + ctx.settings.fileDays * 86_400_000
}
