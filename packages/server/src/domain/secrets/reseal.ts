import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { SecretBoxError } from '../../ports/secret-box.ts'
import { integrations } from '../../schema/alerts.ts'
import { collections } from '../../schema/collections.ts'
import type { Context } from '../context.ts'
import { aboutCollection, aboutIntegration } from './about.ts'

const batchRows = 100

/** How many secrets there are, how many were sealed anew, and how many cannot be opened with the keys that are there. */
export interface Resealed {
  total: number
  resealed: number
  unreadable: number
}

type ResealContext = Pick<Context, 'db' | 'secretBox'>

/** A table with one sealed secret a row. */
interface SealedRows {
  about(id: string): string
  /** The rows behind the id, locked. */
  lockAfter(tx: Database, id: string): Promise<{ id: string; sealed: Uint8Array }[]>
  replace(tx: Database, id: string, sealed: Uint8Array): Promise<unknown>
}

const tables: readonly SealedRows[] = [
  {
    about: aboutCollection,
    lockAfter: (tx, id) =>
      tx
        .select({ id: collections.sourceId, sealed: collections.secrets })
        .from(collections)
        .where(gt(collections.sourceId, id))
        .orderBy(asc(collections.sourceId))
        .limit(batchRows)
        .for('update'),
    replace: (tx, id, secrets) => tx.update(collections).set({ secrets }).where(eq(collections.sourceId, id)),
  },
  {
    about: aboutIntegration,
    lockAfter: (tx, id) =>
      tx
        .select({ id: integrations.id, sealed: integrations.serviceKey })
        .from(integrations)
        .where(gt(integrations.id, id))
        .orderBy(asc(integrations.id))
        .limit(batchRows)
        .for('update'),
    replace: (tx, id, serviceKey) => tx.update(integrations).set({ serviceKey }).where(eq(integrations.id, id)),
  },
]

/** Seals everything that a replaced key sealed with the first one; doing it again changes nothing. */
export async function resealSecrets(ctx: ResealContext): Promise<Resealed> {
  const counts: Resealed = { total: 0, resealed: 0, unreadable: 0 }
  for (const table of tables) {
    for (let after: string | undefined = ''; after !== undefined; ) after = await resealBatch(ctx, table, after, counts)
  }
  return counts
}

async function resealBatch(
  { db, secretBox }: ResealContext,
  table: SealedRows,
  after: string,
  counts: Resealed,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const rows = await table.lockAfter(tx, after)
    for (const { id, sealed } of rows) {
      counts.total++
      if (!secretBox.isOutdated(sealed)) continue
      try {
        await table.replace(tx, id, secretBox.seal(secretBox.open(sealed, table.about(id)), table.about(id)))
        counts.resealed++
      } catch (error) {
        if (!(error instanceof SecretBoxError)) throw error
        counts.unreadable++
      }
    }
    return rows.at(-1)?.id
  })
}
