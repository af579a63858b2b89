import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { integrations } from '../../schema/alerts.ts'
import { collections } from '../../schema/collections.ts'
import { aboutCollection, aboutIntegration } from './about.ts'

const batchRows = 100

export interface SealedRow {
  readonly id: string
  readonly sealed: Uint8Array
}

/** A table with one sealed secret a row. */
export interface SealedRows {
  about(id: string): string
  /** The next rows behind the id; locked where they are to be changed. */
  readAfter(db: Database, id: string, isLocking: boolean): Promise<SealedRow[]>
  replace(db: Database, id: string, sealed: Uint8Array): Promise<unknown>
}

/** Everything that is sealed. */
export const sealedTables: readonly SealedRows[] = [
  {
    about: aboutCollection,
    readAfter(db, id, isLocking) {
      const { sourceId, secrets } = collections
      const columns = { id: sourceId, sealed: secrets }
      const rows = db.select(columns).from(collections).where(gt(sourceId, id)).orderBy(asc(sourceId)).limit(batchRows)
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
        .limit(batchRows)
      return isLocking ? rows.for('update') : rows
    },
    replace: (db, id, serviceKey) => db.update(integrations).set({ serviceKey }).where(eq(integrations.id, id)),
  },
]
