import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { WHOLE_SOURCE } from '../../ports/point-store.ts'
import type { Matcher } from '../../protocols/prometheus-selector.ts'
import { type Labels, NAME_LABEL } from '../../protocols/prometheus-series.ts'
import { projects, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import {
  DERIVED_FIGURES,
  derivedLabels,
  derivedNamesIn,
  type Figure,
  isDerivedName,
  PROJECT_SCORE_NAME,
} from './derived-series.ts'
import { labelFilters } from './matching.ts'

export interface FoundSeries {
  readonly number: number
  readonly figure: Figure
  readonly labels: Labels
  /** Of an expected range: since when it is one of rates, or of values. */
  readonly since?: number | null
}

type SeriesRow = Pick<typeof series.$inferSelect, 'number' | 'metric' | 'instance' | 'service' | 'labels' | 'readSince'>
type Sets = readonly (readonly Matcher[])[]

/** Turning more rows into objects would hold up other requests. */
const ROWS_A_PAGE = 2000

/**
 * Series of a source that all matchers of one of the sets hold for, by number: those that were sent, and where they are named,
 * or all are listed, those that detection added.
 */
export async function findSeries(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  sets: Sets,
  options: { isListing: boolean },
): Promise<FoundSeries[]> {
  const filters = labelFilters(sets)
  const asked = derivedNamesIn(sets, options)
  const derived = asked.length > 0 && (await isScored(ctx, sourceId)) ? asked : []
  const rows = await readRows(ctx, sourceId, derived.length > 0 ? undefined : namesOf(sets))
  const found: FoundSeries[] = []
  const add = (one: FoundSeries): void => {
    if (filters.some((holds) => holds(one.labels))) found.push(one)
  }
  await inTurns(rows.length, (index) => {
    const { number, readSince } = rows[index]!
    const labels = labelsOf(rows[index]!)
    if (isDerivedName(labels[NAME_LABEL]!)) return
    add({ number, figure: 'value', labels })
    for (const name of derived) {
      const figure = DERIVED_FIGURES.get(name)
      const since = figure === 'degree' ? null : readSince
      if (figure) add({ number, figure, labels: derivedLabels(name, labels), since })
    }
  })
  if (derived.includes(PROJECT_SCORE_NAME))
    add({ number: WHOLE_SOURCE, figure: 'degree', labels: { [NAME_LABEL]: PROJECT_SCORE_NAME } })
  return found
}

/** Whether detection has looked at the source. */
async function isScored({ db }: Pick<Context, 'db'>, sourceId: string): Promise<boolean> {
  const [row] = await db.select({ trust: projects.trust }).from(projects).where(eq(projects.sourceId, sourceId))
  return row?.trust != null
}

/** The names that the sets ask for; undefined where one of them asks for more than one name. */
function namesOf(sets: Sets): string[] | undefined {
  const names = sets.map((matchers) => matchers.find(({ name, operator }) => name === NAME_LABEL && operator === '='))
  return names.every((matcher) => matcher !== undefined) ? names.map(({ value }) => value) : undefined
}

/** A page at a time: other requests are served between them. */
async function readRows(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  names: readonly string[] | undefined,
): Promise<SeriesRow[]> {
  // A series that did not come from Prometheus has no such label: its name is made below
  const sent = sql`${series.labels} ->> ${NAME_LABEL}`
  const isNamed = names && sql`(${sent} = any(${sql.param(names)}::text[]) or ${sent} is null)`
  const { number, metric, instance, service, labels, readSince } = series
  const rows: SeriesRow[] = []
  for (let last = -1; ; last = rows.at(-1)!.number) {
    const page = await db
      .select({ number, metric, instance, service, labels, readSince })
      .from(series)
      .where(and(eq(series.sourceId, sourceId), gt(number, last), isNamed))
      .orderBy(asc(number))
      .limit(ROWS_A_PAGE)
    for (const row of page) rows.push(row)
    if (page.length < ROWS_A_PAGE) return rows
  }
}

/** As sent by Prometheus; of a series that came by another way metric, instance, service and labels, under names that Prometheus takes. */
export function labelsOf({ metric, instance, service, labels }: Omit<SeriesRow, 'number' | 'readSince'>): Labels {
  if (labels && NAME_LABEL in labels) return labels
  const [name = ''] = labels ? metric.split('{', 1) : [metric]
  const others = Object.entries(labels ?? {}).map(([label, value]) => [label.replace(/[^a-zA-Z0-9_]/g, '_'), value])
  return {
    [NAME_LABEL]: name.replace(/[^a-zA-Z0-9_:]/g, '_').replace(/^(?=\d)/, '_'),
    ...(instance !== '' && { instance }),
    ...(service && { job: service }),
    ...Object.fromEntries(others),
  }
}
