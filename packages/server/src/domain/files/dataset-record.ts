import { eq } from 'drizzle-orm'
import type { DatasetChecksum, RecordedChecksum } from '../../ports/point-store.ts'
import { datasets } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Row counts and checksums recorded for a dataset; the point store compares reads with them. */
export function recordedChecksums(db: Context['db']): RecordedChecksum {
  return async (dataset) => {
    const [row] = await db
      .select({ rows: datasets.storedRows, checksum: datasets.checksum })
      .from(datasets)
      .where(eq(datasets.id, dataset))
    return row && row.rows !== null && row.checksum !== null ? { rows: row.rows, checksum: row.checksum } : undefined
  }
}

/** The columns that keep a checksum. */
export function recordOf({ rows, checksum }: DatasetChecksum): { storedRows: number; checksum: string } {
  return { storedRows: rows, checksum }
}
