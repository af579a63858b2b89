import type { RejectedRun, SeriesKey } from '@omen/engine'
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
  /** Where lines of the file were rejected, by time. */
  readonly rejectedRuns: readonly RejectedRun[]
}

/** Of a file that was read. */
export async function readDataset(ctx: Pick<Context, 'db'>, sourceId: string, datasetId: string): Promise<Dataset> {
  const { intervalMs, fromTime, toTime } = sources
  const [source] = await ctx.db
    .select({ sourceId: sources.id, intervalMs, fromTime, toTime })
    .from(sources)
    .where(eq(sources.id, sourceId))
  const [dataset] = await ctx.db
    .select({ id: datasets.id, rows: datasets.rows, rejectedRuns: datasets.rejectedRuns })
    .from(datasets)
    .where(eq(datasets.id, datasetId))
  const { rejectedRuns } = dataset!
  return { ...source!, ...dataset!, rejectedRuns: rejectedRuns ?? [], series: await readSeriesKeys(ctx, sourceId) }
}
