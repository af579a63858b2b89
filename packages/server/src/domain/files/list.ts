import { and, count, desc, ilike } from 'drizzle-orm'
import { files } from '../../adapters/database/schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { containing, limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import type { Page, StoredFile } from '../wire-types.ts'
import { toStoredFile } from './file-row.ts'

/** The caller's files, newest first. */
export async function listFiles(
  ctx: Context,
  caller: Caller,
  request: PageRequest & { q?: string | undefined },
): Promise<{ files: StoredFile[]; page: Page }> {
  const { limit, offset } = limitsOf(request)
  const where = and(
    ownedBy(caller, files.ownerId),
    request.q ? ilike(files.uploadFileName, containing(request.q)) : undefined,
  )
  const [total] = await ctx.db.select({ value: count() }).from(files).where(where)
  const rows = await ctx.db
    .select()
    .from(files)
    .where(where)
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(limit)
    .offset(offset)
  return { files: await Promise.all(rows.map((row) => toStoredFile(ctx, row))), page: pageOf(request, total!.value) }
}
