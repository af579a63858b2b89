import { and, eq, inArray } from 'drizzle-orm'
import { ingestKeys, sources } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'

/** Revokes a key of one of the caller's projects; the next batch sent with it is refused. */
export async function deleteIngestKey({ db }: Context, caller: Caller, id: string): Promise<void> {
  const own = db.select({ id: sources.id }).from(sources).where(ownedBy(caller, sources.ownerId))
  const isMeant = and(eq(ingestKeys.id, id), inArray(ingestKeys.sourceId, own))
  const deleted = await db.delete(ingestKeys).where(isMeant).returning({ id: ingestKeys.id })
  if (deleted.length === 0) throw notFound('ingest key')
}
