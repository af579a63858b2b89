import type { SeriesKey } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { datasets, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { readSeriesKeys } from '../sources/index.ts'

/** The points of a file, as the point store holds them under `id`. */
export interface Dataset {
  readonly id: string
  readonly sourceId: string
  readonly rows: number
  readonly intervalMs: number | null
  readonly fromTime: number | null
  /** Of the last row. */
  readonly toTime: number | null
  /** An index in this list is the series' number in the point store. */
  readonly series: readonly SeriesKey[]
}

/** Of a file that was read. */
export async function readDataset(ctx: Pick<Context, 'db'>, sourceId: string, datasetId: string): Promise<Dataset> {
  const { intervalMs, fromTime, toTime } = sources
  const [source] = await ctx.db
    .select({ sourceId: sources.id, intervalMs, fromTime, toTime })
    .from(sources)
    .where(eq(sources.id, sourceId))
  const [dataset] = await ctx.db
    .select({ id: datasets.id, rows: datasets.rows })
    .from(datasets)
    .where(eq(datasets.id, datasetId))
  return { ...source!, ...dataset!, series: await readSeriesKeys(ctx, sourceId) }
}
