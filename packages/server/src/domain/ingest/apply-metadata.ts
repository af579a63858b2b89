import { and, eq, sql } from 'drizzle-orm'
import type { MetricMetadata } from '../../ports/decoded-batch.ts'
import { projects, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Sets type and unit of all series of these metrics; what metadata does not say stays. */
export async function applyMetadata(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  metadata: readonly MetricMetadata[],
): Promise<void> {
  const [names, types, units] = [
    metadata.map(({ metric }) => metric),
    metadata.map(({ type }) => type),
    metadata.map(({ unit }) => unit),
  ]
  const texts = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`
  const said = sql`unnest(${texts(names)}, ${texts(types)}, ${texts(units)}) as said (metric, type, unit)`
  const isOther = sql`(coalesce(said.type, ${series.type}), coalesce(said.unit, ${series.unit})) is distinct from (${series.type}, ${series.unit})`
  const changed = await db
    .update(series)
    .set({ type: sql`coalesce(said.type, ${series.type})`, unit: sql`coalesce(said.unit, ${series.unit})` })
    .from(said)
    .where(and(eq(series.sourceId, sourceId), sql`split_part(${series.metric}, '{', 1) = said.metric`, isOther))
    .returning({ number: series.number })
  if (changed.length === 0) return
  const typesVersion = sql`${projects.typesVersion} + 1`
  await db.update(projects).set({ typesVersion }).where(eq(projects.sourceId, sourceId))
}
