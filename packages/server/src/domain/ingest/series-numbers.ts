import { eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import type { LiveSeries } from '../../ports/decoded-batch.ts'
import { projects, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Numbers of series as they were stored, by source and series id; forgets sources that were not used for the longest. */
export interface SeriesNumbers {
  /** The number of each series, -1 where the project may have no more. Those that are new are registered. */
  resolve(sourceId: string, keys: readonly LiveSeries[]): Promise<Int32Array>
}

/** About 200 MB of names. */
const maxKnown = 2_000_000
const rowsPerStatement = 1000

export function createSeriesNumbers(ctx: Pick<Context, 'db' | 'clock' | 'settings'>): SeriesNumbers {
  /** The source used last is the last one. */
  const bySource = new Map<string, Map<string, number>>()
  let known = 0

  const use = (sourceId: string): Map<string, number> => {
    const numbers = bySource.get(sourceId) ?? new Map<string, number>()
    bySource.delete(sourceId)
    bySource.set(sourceId, numbers)
    return numbers
  }
  const remember = (numbers: Map<string, number>, found: ReadonlyMap<string, number>): void => {
    for (const [id, number] of found) {
      if (!numbers.has(id)) known++
      numbers.set(id, number)
    }
    for (const [sourceId, oldest] of bySource) {
      if (known <= maxKnown || oldest === numbers) break
      known -= oldest.size
      bySource.delete(sourceId)
    }
  }
  return {
    async resolve(sourceId, keys) {
      const numbers = use(sourceId)
      const missing = keys.filter(({ id }) => !numbers.has(id))
      if (missing.length > 0) {
        const stored = await readNumbers(ctx.db, sourceId, missing)
        const fresh = missing.filter(({ id }) => !stored.has(id))
        remember(numbers, stored)
        if (fresh.length > 0) remember(numbers, await register(ctx, sourceId, fresh))
      }
      return Int32Array.from(keys, ({ id }) => numbers.get(id) ?? -1)
    },
  }
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
