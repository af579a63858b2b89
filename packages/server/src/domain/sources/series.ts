import type { SeriesKey } from '@omen/engine'
import { and, asc, eq, gt, lt } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { series } from '../../schema/index.ts'
import type { SeriesSummary } from '../../schema/series-summary.ts'
import type { Context } from '../context.ts'

/** For this many rows a statement is built within some milliseconds and an answer is read within ten. */
const ROWS_PER_INSERT = 100
const ROWS_PER_READ = 2000

/** A series of a source, with its statistics if available. */
export interface SourceSeries extends SeriesKey {
  readonly summary: SeriesSummary | null
}

/** A span in epoch milliseconds, `toTime` that of the last row. */
export interface SeriesSpan {
  readonly fromTime: number | null
  readonly toTime: number | null
}

/** Numbers the series of a source in their order, from 0. */
export async function keepSeries(
  db: Database,
  sourceId: string,
  keys: readonly SeriesKey[],
  summaries: readonly SeriesSummary[],
  { fromTime, toTime }: SeriesSpan,
): Promise<void> {
  for (let from = 0; from < keys.length; from += ROWS_PER_INSERT) {
    const rows = keys.slice(from, from + ROWS_PER_INSERT).map(({ id, metric, instance, service, group }, index) => ({
      sourceId,
      number: from + index,
      seriesId: id,
      metric,
      instance,
      service,
      group,
      firstSeen: fromTime,
      lastSeen: toTime,
      ...summaries[from + index],
    }))
    await db.insert(series).values(rows)
  }
}

const columns = {
  id: series.seriesId,
  metric: series.metric,
  instance: series.instance,
  service: series.service,
  group: series.group,
}

/** The series numbered below `count`, indexed by number; all of them without `count`. */
export async function readSeriesKeys(ctx: Pick<Context, 'db'>, sourceId: string, count?: number): Promise<SeriesKey[]> {
  return readInChunks(async (last) => {
    const rows = await ctx.db
      .select({ number: series.number, ...columns })
      .from(series)
      .where(numbered(sourceId, last, count))
      .orderBy(asc(series.number))
      .limit(ROWS_PER_READ)
    return rows.map((row) => [row.number, toKey(row)])
  })
}

/** The same, with their statistics. */
export async function readSeriesFigures(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  count?: number,
): Promise<SourceSeries[]> {
  const { present, min, max, mean, deviation } = series
  return readInChunks(async (last) => {
    const rows = await ctx.db
      .select({ number: series.number, ...columns, present, min, max, mean, deviation })
      .from(series)
      .where(numbered(sourceId, last, count))
      .orderBy(asc(series.number))
      .limit(ROWS_PER_READ)
    return rows.map(({ number, present, min, max, mean, deviation, ...key }) => [
      number,
      { ...toKey(key), summary: present === null ? null : { present, min, max, mean, deviation } },
    ])
  })
}

/** `read` returns the series numbered after `last`, each with its number; other requests are answered between chunks. */
async function readInChunks<T>(read: (last: number) => Promise<[number: number, series: T][]>): Promise<T[]> {
  const all: T[] = []
  for (let last = -1; ; ) {
    const chunk = await read(last)
    for (const [, one] of chunk) all.push(one)
    if (chunk.length < ROWS_PER_READ) return all
    last = chunk.at(-1)![0]
  }
}

function numbered(sourceId: string, last: number, count: number | undefined) {
  const isBelow = count === undefined ? undefined : lt(series.number, count)
  return and(eq(series.sourceId, sourceId), gt(series.number, last), isBelow)
}

interface KeyRow {
  readonly id: string
  readonly metric: string
  readonly instance: string
  readonly service: string | null
  readonly group: string | null
}

function toKey({ id, metric, instance, service, group }: KeyRow): SeriesKey {
  return { id, metric, instance, ...(service !== null && { service }), ...(group !== null && { group }) }
}
