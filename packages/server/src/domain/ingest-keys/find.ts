import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { accounts, ingestKeys, projects, sources } from '../../schema/index.ts'
import type { Context, Sender } from '../context.ts'
import { digestOf } from '../digest.ts'
import { prepared } from '../prepared.ts'

const NOTED_EVERY_MS = 60_000

const keyOf = prepared((db) =>
  db
    .select({
      id: ingestKeys.id,
      sourceId: ingestKeys.sourceId,
      accountId: accounts.id,
      mayRead: ingestKeys.mayRead,
      lastUsedAt: ingestKeys.lastUsedAt,
    })
    .from(ingestKeys)
    .innerJoin(projects, eq(projects.sourceId, ingestKeys.sourceId))
    .innerJoin(sources, eq(sources.id, ingestKeys.sourceId))
    .innerJoin(accounts, eq(accounts.id, sources.ownerId))
    .where(
      and(
        eq(ingestKeys.secretHash, sql.placeholder('secretHash')),
        or(isNull(ingestKeys.expiresAt), gt(ingestKeys.expiresAt, sql.placeholder('now'))),
        isNull(projects.removedAt),
        isNull(accounts.closedAt),
      ),
    )
    .prepare('ingest_key'),
)

/** Who sends with an ingest key; null if it is unknown, expired or revoked, or its owner's account is closed. */
export async function findSender({ db, clock }: Pick<Context, 'db' | 'clock'>, secret: string): Promise<Sender | null> {
  const now = clock.now()
  const [found] = await keyOf(db).execute({ secretHash: digestOf(secret), now })
  if (!found) return null
  if (now - (found.lastUsedAt ?? 0) >= NOTED_EVERY_MS)
    await db.update(ingestKeys).set({ lastUsedAt: now }).where(eq(ingestKeys.id, found.id))
  return { sourceId: found.sourceId, accountId: found.accountId, keyId: found.id, mayRead: found.mayRead }
}
