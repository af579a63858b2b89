import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import type { LiveSeries, SeriesName } from '../../ports/decoded-batch.ts'
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
const MAX_KNOWN = 2_000_000
const ROWS_PER_STATEMENT = 1000

/** A series that is stored, by its name. */
interface NamedRow {
  readonly id: string
  readonly number: number
  readonly identity: string | null
  readonly hasFormerName: boolean
}

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
      if (count <= MAX_KNOWN) break
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
  const stored = await readKnown(ctx.db, sourceId, keys)
  const fresh = keys.filter((key) => !stored.has(key))
  const added = fresh.length > 0 ? await register(ctx, sourceId, fresh) : new Map<LiveSeries, number>()
  return Int32Array.from(keys, (key) => stored.get(key) ?? added.get(key) ?? -1)
}

async function readKnown(
  db: Database,
  sourceId: string,
  keys: readonly LiveSeries[],
): Promise<Map<LiveSeries, number>> {
  const found = new Map<LiveSeries, number>()
  const add = (keyed: Map<string, LiveSeries>, rows: readonly { name: string | null; number: number }[]): void => {
    for (const { name, number } of rows) found.set(keyed.get(name ?? '')!, number)
  }
  const named = new Map(keys.filter(({ identity }) => !identity).map((key) => [key.id, key]))
  for (const ids of inStatements([...named.keys()]))
    add(
      named,
      await db
        .select({ name: series.seriesId, number: series.number })
        .from(series)
        .where(and(eq(series.sourceId, sourceId), inArray(series.seriesId, ids))),
    )
  const identified = new Map(keys.flatMap((key) => (key.identity ? [[key.identity.hash, key] as const] : [])))
  for (const hashes of inStatements([...identified.keys()]))
    add(
      identified,
      await db
        .select({ name: series.identity, number: series.number })
        .from(series)
        .where(and(eq(series.sourceId, sourceId), inArray(series.identity, hashes))),
    )
  return found
}

/** Rows by every name that one of the series may have. */
async function readNamed(db: Database, sourceId: string, keys: readonly LiveSeries[]): Promise<Map<string, NamedRow>> {
  const names = new Set(keys.flatMap((key) => possibleNames(key)))
  const found = new Map<string, NamedRow>()
  for (const ids of inStatements([...names])) {
    const rows = await db
      .select({
        id: series.seriesId,
        number: series.number,
        identity: series.identity,
        hasFormerName: series.hasFormerName,
      })
      .from(series)
      .where(and(eq(series.sourceId, sourceId), inArray(series.seriesId, ids)))
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

function* inStatements(all: readonly string[]): Generator<string[]> {
  for (let from = 0; from < all.length; from += ROWS_PER_STATEMENT) yield all.slice(from, from + ROWS_PER_STATEMENT)
}

/** Numbers new series from the project's count on, as many as it may have; the lock on the project makes it one at a time. */
async function register(
  ctx: Pick<Context, 'db' | 'clock' | 'settings'>,
  sourceId: string,
  keys: readonly LiveSeries[],
): Promise<Map<LiveSeries, number>> {
  return ctx.db.transaction(async (tx) => {
    const [project] = await tx
      .select({ count: projects.seriesCount })
      .from(projects)
      .where(eq(projects.sourceId, sourceId))
      .for('update')
    if (!project) return new Map()
    const numbers = await readKnown(tx, sourceId, keys)
    const missing = keys.filter((key) => !numbers.has(key))
    const plan = nameSeries(missing, await readNamed(tx, sourceId, missing))
    for (const [key, number] of plan.existing) numbers.set(key, number)
    if (plan.changed.length > 0) {
      const changedNumbers = sql.param(plan.changed.map(({ number }) => number))
      const identities = sql.param(plan.changed.map(({ identity }) => identity))
      await tx
        .update(series)
        .set({ hasFormerName: false, identity: sql`changed.identity` })
        .from(sql`unnest(${changedNumbers}::integer[], ${identities}::text[]) as changed (number, identity)`)
        .where(and(eq(series.sourceId, sourceId), eq(series.number, sql`changed.number`)))
    }
    const fresh = plan.added.slice(0, Math.max(0, ctx.settings.maxProjectSeries - project.count))
    const firstSeen = ctx.clock.now()
    for (let from = 0; from < fresh.length; from += ROWS_PER_STATEMENT) {
      const rows = fresh.slice(from, from + ROWS_PER_STATEMENT).map(({ key, name }, index) => {
        const { id, identity, ...described } = { ...key, ...name }
        return {
          ...described,
          sourceId,
          seriesId: id,
          number: project.count + from + index,
          firstSeen,
          ...(identity && { identity: identity.hash }),
        }
      })
      await tx.insert(series).values(rows)
    }
    fresh.forEach(({ key }, index) => void numbers.set(key, project.count + index))
    if (fresh.length > 0)
      await tx
        .update(projects)
        .set({ seriesCount: project.count + fresh.length })
        .where(eq(projects.sourceId, sourceId))
    return numbers
  })
}

interface Identified {
  readonly number: number
  readonly identity: string
}

interface NamingPlan {
  /** Series that go on as a stored one. */
  readonly existing: ReadonlyMap<LiveSeries, number>
  /** Stored series that have an identity from now on, and no former name any more. */
  readonly changed: readonly Identified[]
  readonly added: readonly { readonly key: LiveSeries; readonly name: SeriesName }[]
}

function possibleNames({ id, identity }: LiveSeries): string[] {
  return identity ? [id, identity.formerId, ...identity.otherwise.map((name) => name.id)] : [id]
}

/**
 * Names series that are not stored yet. A series with an identity continues the series that had its former name, unless several series of
 * the batch had that name, whose values are mixed in it. Otherwise it has its own name, or a longer one if that belongs to another series.
 */
function nameSeries(keys: readonly LiveSeries[], rows: ReadonlyMap<string, NamedRow>): NamingPlan {
  const existing = new Map<LiveSeries, number>()
  const changed = new Map<number, Identified>()
  const added = new Map<string, { key: LiveSeries; name: SeriesName }>()
  const continueAs = ({ number }: NamedRow, key: LiveSeries): void => {
    existing.set(key, number)
    if (key.identity) changed.set(number, { number, identity: key.identity.hash })
  }
  for (const [id, successors] of successorsOf(keys)) {
    const row = rows.get(id)
    if (!row?.hasFormerName) continue
    if (successors.length === 1) continueAs(row, successors[0]!)
    // No series has this identity, so that none continues the mixture, even one with the same name
    else changed.set(row.number, { number: row.number, identity: `mixture ${row.number}` })
  }
  for (const key of keys) {
    if (existing.has(key)) continue
    const { identity } = key
    for (const name of [key, ...(identity?.otherwise ?? [])]) {
      const row = rows.get(name.id)
      const isFree = row === undefined && !added.has(name.id)
      if (isFree) added.set(name.id, { key, name })
      else if (row && (!identity || (row.identity === null && !changed.has(row.number)))) continueAs(row, key)
      else continue
      break
    }
  }
  return { existing, changed: [...changed.values()], added: [...added.values()] }
}

function successorsOf(keys: readonly LiveSeries[]): Map<string, LiveSeries[]> {
  const successors = new Map<string, LiveSeries[]>()
  for (const key of keys) {
    const { formerId } = key.identity ?? {}
    if (formerId === undefined) continue
    const others = successors.get(formerId)
    if (others) others.push(key)
    else successors.set(formerId, [key])
  }
  return successors
}
