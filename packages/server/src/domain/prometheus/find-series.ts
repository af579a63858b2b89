import { and, asc, eq, sql } from 'drizzle-orm'
import type { Matcher } from '../../protocols/prometheus-selector.ts'
import { nameLabel } from '../../protocols/prometheus-series.ts'
import { series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { labelFilter } from './matching.ts'

export type Labels = Readonly<Record<string, string>>

export interface FoundSeries {
  readonly number: number
  readonly labels: Labels
}

type SeriesRow = Pick<typeof series.$inferSelect, 'number' | 'metric' | 'instance' | 'service' | 'labels'>

/** Series of a source that all matchers of one of the sets hold for, by number. */
export async function findSeries(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  sets: readonly (readonly Matcher[])[],
): Promise<FoundSeries[]> {
  const filters = sets.map(labelFilter)
  const names = sets.map((matchers) => matchers.find(({ name, operator }) => name === nameLabel && operator === '='))
  // A series that did not come from Prometheus has no such label: its name is made below
  const name = sql`${series.labels} ->> ${nameLabel}`
  const isNamed = names.every((matcher) => matcher !== undefined)
    ? sql`(${name} = any(${sql.param(names.map((matcher) => matcher.value))}::text[]) or ${name} is null)`
    : undefined
  const { number, metric, instance, service, labels } = series
  const rows = await ctx.db
    .select({ number, metric, instance, service, labels })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), isNamed))
    .orderBy(asc(number))
  const found: FoundSeries[] = []
  await inTurns(rows.length, (index) => {
    const row = rows[index]!
    const own = labelsOf(row)
    if (filters.some((holds) => holds(own))) found.push({ number: row.number, labels: own })
  })
  return found
}

/** As sent by Prometheus; of a series that came by another way metric, instance, service and labels, under names that Prometheus takes. */
function labelsOf({ metric, instance, service, labels }: Omit<SeriesRow, 'number'>): Labels {
  if (labels && nameLabel in labels) return labels
  const [name = ''] = labels ? metric.split('{', 1) : [metric]
  const others = Object.entries(labels ?? {}).map(([label, value]) => [label.replace(/[^a-zA-Z0-9_]/g, '_'), value])
  return {
    [nameLabel]: name.replace(/[^a-zA-Z0-9_:]/g, '_').replace(/^(?=\d)/, '_'),
    ...(instance !== '' && { instance }),
    ...(service && { job: service }),
    ...Object.fromEntries(others),
  }
}
