import { eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import type { LiveSeries } from '../../ports/decoded-batch.ts'
import {
  addSeries,
  createSeriesTable,
  enlargeSeriesTable,
  type SeriesHash,
  type SeriesTable,
  seriesRoom,
} from '../../ports/series-table.ts'
import { projects, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Numbers of series as they were stored, by source; forgets sources that were not used for the longest. */
export interface SeriesNumbers {
  /** For whoever decodes: the series of a source that were resolved. */
  known(sourceId: string): SeriesTable
  /**
   * The number of each series, -1 where the project may have no more. Those that are new are registered. `hashes` has four
   * words a series: by them the table of known ones finds it from now on.
   */
  resolve(sourceId: string, series: readonly LiveSeries[], hashes: Uint32Array): Promise<Int32Array>
}

/** At most 160 MB. */
const maxKnown = 2_000_000
const rowsPerStatement = 1000

interface KnownSeries {
  table: SeriesTable
  count: number
}

export function createSeriesNumbers(ctx: Pick<Context, 'db' | 'clock' | 'settings'>): SeriesNumbers {
  /** The source used last is the last one. */
  const bySource = new Map<string, KnownSeries>()
  let count = 0

  const use = (sourceId: string): KnownSeries => {
    const known = bySource.get(sourceId) ?? { table: createSeriesTable(), count: 0 }
    bySource.delete(sourceId)
    bySource.set(sourceId, known)
    return known
  }
  const forget = (sourceId: string, known: KnownSeries): void => {
    count -= known.count
    bySource.delete(sourceId)
  }
  const remember = (sourceId: string, hash: SeriesHash, number: number): void => {
    const known = use(sourceId)
    if (known.count >= seriesRoom(known.table)) known.table = enlargeSeriesTable(known.table)
    if (!addSeries(known.table, hash, number)) return
    known.count++
    count++
    for (const [oldest, held] of bySource) {
      if (count <= maxKnown) break
      forget(oldest, held)
    }
  }
  return {
    known: (sourceId) => use(sourceId).table,
    async resolve(sourceId, keys, hashes) {
      if (keys.length === 0) return new Int32Array()
      const numbers = await registerSeries(ctx, sourceId, keys)
      numbers.forEach((number, index) => {
        if (number >= 0) remember(sourceId, hashes.subarray(4 * index, 4 * index + 4), number)
      })
      return numbers
    },
  }
}

/** The number of each series, -1 where the project may have no more; those that are new are registered. */
export async function registerSeries(
  ctx: Pick<Context, 'db' | 'clock' | 'settings'>,
  sourceId: string,
  keys: readonly LiveSeries[],
): Promise<Int32Array> {
  if (keys.length === 0) return new Int32Array()
  const stored = await readNumbers(ctx.db, sourceId, keys)
  const fresh = keys.filter(({ id }) => !stored.has(id))
  const added = fresh.length > 0 ? await register(ctx, sourceId, fresh) : new Map<string, number>()
  return Int32Array.from(keys, ({ id }) => stored.get(id) ?? added.get(id) ?? -1)
}

async function readNumbers(db: Database, sourceId: string, keys: readonly LiveSeries[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let from = 0; from < keys.length; from += rowsPerStatement) {
    const ids = keys.slice(from, from + rowsPerStatement).map(({ id }) => id)
    const rows = await db
      .select({ id: series.seriesId, number: series.number })
      .from(series)
      .where(sql`${eq(series.sourceId, sourceId)} and ${inArray(series.seriesId, ids)}`)
    for (const { id, number } of rows) found.set(id, number)
  }
  return found
}

/** Numbers new series from the project's count on, as many as it may have; the lock on the project makes it one at a time. */
async function register(
  ctx: Pick<Context, 'db' | 'clock' | 'settings'>,
  sourceId: string,
  keys: readonly LiveSeries[],
): Promise<Map<string, number>> {
  return ctx.db.transaction(async (tx) => {
    const [project] = await tx
      .select({ count: projects.seriesCount })
      .from(projects)
      .where(eq(projects.sourceId, sourceId))
      .for('update')
    if (!project) return new Map()
    const found = await readNumbers(tx, sourceId, keys)
    const room = Math.max(0, ctx.settings.maxProjectSeries - project.count)
    const fresh = keys.filter(({ id }) => !found.has(id)).slice(0, room)
    const firstSeen = ctx.clock.now()
    for (let from = 0; from < fresh.length; from += rowsPerStatement) {
      const rows = fresh.slice(from, from + rowsPerStatement).map(({ id, ...key }, index) => ({
        ...key,
        sourceId,
        seriesId: id,
        number: project.count + from + index,
        firstSeen,
      }))
      await tx.insert(series).values(rows)
    }
    fresh.forEach(({ id }, index) => void found.set(id, project.count + index))
    if (fresh.length > 0)
      await tx
        .update(projects)
        .set({ seriesCount: project.count + fresh.length })
        .where(eq(projects.sourceId, sourceId))
    return found
  })
}
