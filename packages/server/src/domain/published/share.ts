import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { accounts, members } from '../../schema/index.ts'

/** The names as typed, each once, without the owner's. */
export function sharedNamesOf(userNames: readonly string[], ownerUserName: string): string[] {
  const typed = new Map(userNames.map((name) => [name.toLowerCase(), name]))
  typed.delete(ownerUserName.toLowerCase())
  return [...typed.values()].sort()
}

/** Sets who besides the owner may read a source. Names without an account are passed over: an error would reveal which exist. */
export async function setReaders(
  tx: Database,
  source: { readonly id: string; readonly ownerId: string; readonly at: number },
  userNames: readonly string[],
): Promise<void> {
  await tx.delete(members).where(eq(members.sourceId, source.id))
  if (userNames.length === 0) return
  const meant = await tx
    .select({ accountId: accounts.id })
    .from(accounts)
    .where(
      and(
        inArray(
          sql`lower(${accounts.userName})`,
          userNames.map((name) => name.toLowerCase()),
        ),
        isNull(accounts.closedAt),
        ne(accounts.id, source.ownerId),
      ),
    )
  if (meant.length === 0) return
  await tx
    .insert(members)
    .values(meant.map(({ accountId }) => ({ sourceId: source.id, accountId, addedAt: source.at })))
}
