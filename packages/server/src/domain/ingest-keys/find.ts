import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { accounts, ingestKeys, projects, sources } from '../../schema/index.ts'
import type { Context, Sender } from '../context.ts'
import { digestOf } from '../digest.ts'

const notedEveryMs = 60_000

/** Who sends with an ingest key; null if it is unknown, expired or revoked, or its owner's account is closed. */
export async function findSender({ db, clock }: Pick<Context, 'db' | 'clock'>, secret: string): Promise<Sender | null> {
  const now = clock.now()
  const isLive = and(
    or(isNull(ingestKeys.expiresAt), gt(ingestKeys.expiresAt, now)),
    isNull(projects.removedAt),
    isNull(accounts.closedAt),
  )
  const { id, sourceId, mayRead, lastUsedAt } = ingestKeys
  const [found] = await db
    .select({ id, sourceId, mayRead, lastUsedAt })
    .from(ingestKeys)
    .innerJoin(projects, eq(projects.sourceId, sourceId))
    .innerJoin(sources, eq(sources.id, sourceId))
    .innerJoin(accounts, eq(accounts.id, sources.ownerId))
    .where(and(eq(ingestKeys.secretHash, digestOf(secret)), isLive))
  if (!found) return null
  if (now - (found.lastUsedAt ?? 0) >= notedEveryMs)
    await db.update(ingestKeys).set({ lastUsedAt: now }).where(eq(id, found.id))
  return { sourceId: found.sourceId, keyId: found.id, mayRead: found.mayRead }
}
