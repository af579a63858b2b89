import { asc, eq, sql } from 'drizzle-orm'
import { NAME_LABEL } from '../../protocols/prometheus-series.ts'
import { series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DERIVED_HELP } from './derived-series.ts'
import { labelsOf } from './find-series.ts'

/** What is known of a metric, as Prometheus tells it. */
interface Metadata {
  readonly type: string
  readonly help: string
  readonly unit: string
}

/** Type and unit of the metrics of a source, and of the series that detection adds, by name; of one metric if it is named. */
export async function listMetadata(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  metric?: string,
): Promise<Map<string, Metadata>> {
  const name = sql`split_part(${series.metric}, '{', 1)`
  const rows = await db
    .selectDistinctOn([name], {
      metric: series.metric,
      instance: series.instance,
      service: series.service,
      labels: series.labels,
      type: series.type,
      unit: series.unit,
    })
    .from(series)
    .where(eq(series.sourceId, sourceId))
    .orderBy(name, asc(series.number))
  const found = new Map<string, Metadata>()
  const add = (of: string, metadata: Metadata): void => {
    if (metric === undefined || of === metric) found.set(of, metadata)
  }
  for (const { type, unit, ...row } of rows)
    add(labelsOf(row)[NAME_LABEL]!, { type: type ?? 'unknown', help: '', unit: unit ?? '' })
  for (const [of, help] of DERIVED_HELP) add(of, { type: 'gauge', help, unit: '' })
  return found
}
