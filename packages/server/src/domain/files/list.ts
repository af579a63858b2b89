import { and, count, desc, eq, ilike } from 'drizzle-orm'
import { files } from '../../schema/index.ts'
import type { Page, StoredFile } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { type CursorRequest, containing, cursorLimits, pageWithNext } from '../page-of.ts'
import { briefColumns, toStoredFile } from './file-row.ts'

/** The caller's files, newest first. */
export async function listFiles(
  ctx: Context,
  caller: Caller,
  request: CursorRequest & { q?: string | undefined; sha256?: string | undefined },
): Promise<{ files: StoredFile[]; page: Page }> {
  const { limit, offset, after } = cursorLimits(request, {
    time: files.createdAt,
    id: files.id,
    order: 'descending',
  })
  const where = and(
    ownedBy(caller, files.ownerId),
    request.q ? ilike(files.uploadFileName, containing(request.q)) : undefined,
    request.sha256 ? eq(files.sha256, request.sha256.toLowerCase()) : undefined,
  )
  const [total] = await ctx.db.select({ value: count() }).from(files).where(where)
  const rows = await ctx.db
    .select(briefColumns)
    .from(files)
    .where(and(where, after))
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(limit)
    .offset(offset)
  const stored = await Promise.all(rows.map((row) => toStoredFile(ctx, row)))
  const page = pageWithNext(request, total!.value, rows, ({ createdAt, id }) => ({ time: createdAt, id }))
  return { files: stored, page }
}
