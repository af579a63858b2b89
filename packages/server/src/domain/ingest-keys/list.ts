import { desc, eq } from 'drizzle-orm'
import { ingestKeys } from '../../schema/index.ts'
import type { IngestKey } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'

/** Without their secrets, newest first. */
export async function listIngestKeys(ctx: Context, sourceId: string): Promise<IngestKey[]> {
  const { id, name, hint, mayRead, createdAt, expiresAt, lastUsedAt } = ingestKeys
  return ctx.db
    .select({ id, name, hint, mayRead, createdAt, expiresAt, lastUsedAt })
    .from(ingestKeys)
    .where(eq(ingestKeys.sourceId, sourceId))
    .orderBy(desc(createdAt), id)
}
