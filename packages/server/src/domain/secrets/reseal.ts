import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { SecretBoxError } from '../../ports/secret-box.ts'
import { integrations } from '../../schema/alerts.ts'
import { collections } from '../../schema/collections.ts'
import type { Context } from '../context.ts'
import { aboutCollection, aboutIntegration } from './about.ts'

/** How many secrets there are, how many were sealed anew, and how many cannot be opened with the keys that are there. */
export interface Resealed {
  total: number
  resealed: number
  unreadable: number
}

interface SealedRow {
  readonly id: string
  readonly sealed: Uint8Array
}

/** A table with one sealed secret a row. */
interface SealedRows {
  about(id: string): string
  /** The next rows behind the id; locked where they are to be changed. */
  readAfter(db: Database, id: string, isLocking: boolean): Promise<SealedRow[]>
  replace(db: Database, id: string, sealed: Uint8Array): Promise<unknown>
}

type SecretContext = Pick<Context, 'db' | 'secretBox'>

/** Seals everything that a replaced key sealed with the first one; doing it again changes nothing. */
export async function resealSecrets({ db, secretBox }: SecretContext): Promise<Resealed> {
  const counts: Resealed = { total: 0, resealed: 0, unreadable: 0 }
  for (const table of sealedTables) {
    for (let after: string | undefined = ''; after !== undefined; )
      after = await db.transaction(async (tx) => {
        const rows = await table.readAfter(tx, after!, true)
        for (const row of rows) {
          counts.total++
          const secret = openOrNot({ db, secretBox }, table, row)
          if (secret === undefined) counts.unreadable++
          if (secret === undefined || !secretBox.isOutdated(row.sealed)) continue
          await table.replace(tx, row.id, secretBox.seal(secret, table.about(row.id)))
          counts.resealed++
        }
        return rows.at(-1)?.id
      })
  }
  return counts
}

/** How many secrets there are, and how many of them cannot be opened. */
export async function examineSecrets(ctx: SecretContext): Promise<Omit<Resealed, 'resealed'>> {
  const counts = { total: 0, unreadable: 0 }
  for (const table of sealedTables) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: SealedRow[] = await table.readAfter(ctx.db, after, false)
      counts.total += rows.length
      counts.unreadable += rows.filter((row) => openOrNot(ctx, table, row) === undefined).length
      after = rows.at(-1)?.id
    }
  }
  return counts
}

const BATCH_ROWS = 100

/** Everything that is sealed. */
const sealedTables: readonly SealedRows[] = [
  {
    about: aboutCollection,
    readAfter(db, id, isLocking) {
      const { sourceId, secrets } = collections
      const columns = { id: sourceId, sealed: secrets }
      const rows = db.select(columns).from(collections).where(gt(sourceId, id)).orderBy(asc(sourceId)).limit(BATCH_ROWS)
      return isLocking ? rows.for('update') : rows
    },
    replace: (db, id, secrets) => db.update(collections).set({ secrets }).where(eq(collections.sourceId, id)),
  },
  {
    about: aboutIntegration,
    readAfter(db, after, isLocking) {
      const { id, serviceKey } = integrations
      const rows = db
        .select({ id, sealed: serviceKey })
        .from(integrations)
        .where(gt(id, after))
        .orderBy(asc(id))
        .limit(BATCH_ROWS)
      return isLocking ? rows.for('update') : rows
    },
    replace: (db, id, serviceKey) => db.update(integrations).set({ serviceKey }).where(eq(integrations.id, id)),
  },
]

function openOrNot({ secretBox }: SecretContext, table: SealedRows, { id, sealed }: SealedRow): string | undefined {
  try {
    return secretBox.open(sealed, table.about(id))
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}
