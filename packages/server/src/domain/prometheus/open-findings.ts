import { and, asc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { SERIES_END } from '../../ports/point-store.ts'
import type { Matcher } from '../../protocols/prometheus-selector.ts'
import { type Labels, NAME_LABEL } from '../../protocols/prometheus-series.ts'
import { findings, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { derivedLabels, derivedNamesIn, OPEN_FINDING_NAME } from './derived-series.ts'
import { labelsOf } from './find-series.ts'
import { labelFilters } from './matching.ts'
import type { SeriesSamples } from './read-points.ts'

type Sets = readonly (readonly Matcher[])[]

interface Span {
  readonly from: number
  /** Null while the finding is open. */
  readonly to: number | null
}

interface Opened {
  readonly labels: Labels
  /** By their start. */
  readonly spans: Span[]
}

/** Short enough for the five minutes that a sample counts as the present one. */
const STEP_MS = 60_000

/** Label sets of what was found in a source. */
export async function listFindingLabels(ctx: Pick<Context, 'db'>, sourceId: string, sets: Sets): Promise<Labels[]> {
  if (!derivedNamesIn(sets, { isListing: true }).includes(OPEN_FINDING_NAME)) return []
  return (await findOpened(ctx, sourceId, sets)).map(({ labels }) => labels)
}

/**
 * What was open from `from` up to and including `to`, as series: 1 at its start and once a minute, and the end of the series
 * when it was over.
 */
export async function readOpenFindings(
  ctx: Pick<Context, 'db' | 'clock'>,
  sourceId: string,
  matchers: readonly Matcher[],
  span: { from: number; to: number },
): Promise<SeriesSamples[]> {
  if (!derivedNamesIn([matchers], { isListing: false }).includes(OPEN_FINDING_NAME)) return []
  const now = ctx.clock.now()
  const opened = await findOpened(ctx, sourceId, [matchers], span)
  return opened
    .map(({ labels, spans }) => ({ labels, ...samplesOf(spans, span, now) }))
    .filter(({ times }) => times.length > 0)
}

async function findOpened(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  sets: Sets,
  span?: { from: number; to: number },
): Promise<Opened[]> {
  const isWithin =
    span &&
    and(lte(findings.startTime, span.to), or(isNull(findings.endTime), gte(findings.endTime, span.from - STEP_MS)))
  const lead = and(eq(series.sourceId, findings.sourceId), eq(series.number, findings.leadSeries))
  const rows = await db
    .select({
      finding: {
        kind: findings.kind,
        type: findings.type,
        start: findings.startTime,
        end: findings.endTime,
        silent: sql<string | null>`${findings.detail} ->> 'instance'`,
        count: findings.seriesCount,
      },
      series,
    })
    .from(findings)
    .leftJoin(series, lead)
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), isWithin))
    .orderBy(asc(findings.startTime))
  const holds = labelFilters(sets)
  const byLabels = new Map<string, Opened>()
  for (const { finding, series } of rows) {
    const labels = findingLabels(finding, series)
    if (!holds.some((filter) => filter(labels))) continue
    const key = JSON.stringify(Object.entries(labels))
    const opened = byLabels.get(key) ?? { labels, spans: [] }
    opened.spans.push({ from: finding.start, to: finding.end })
    byLabels.set(key, opened)
  }
  return [...byLabels.values()]
}

/** Those of the series that it leads with; of several that went silent together those of their instance. */
function findingLabels(
  { kind, type, silent, count }: { kind: string; type: string; silent: string | null; count: number | null },
  lead: typeof series.$inferSelect | null,
): Labels {
  const isOfInstance = lead === null || (type === 'gap' && (count ?? 0) > 1)
  if (isOfInstance) return { [NAME_LABEL]: OPEN_FINDING_NAME, ...(silent && { instance: silent }), kind }
  return { ...derivedLabels(OPEN_FINDING_NAME, labelsOf(lead)), kind }
}

function samplesOf(
  spans: readonly Span[],
  { from, to }: { from: number; to: number },
  now: number,
): { times: Float64Array; values: Float64Array } {
  const times: number[] = []
  const values: number[] = []
  const add = (time: number, value: number): void => {
    if (time < from || time > to || time <= (times.at(-1) ?? Number.NEGATIVE_INFINITY)) return
    times.push(time)
    values.push(value)
  }
  for (const [index, span] of spans.entries()) {
    const last = Math.min(span.to ?? now, to)
    add(span.from, 1)
    const first = Math.floor(Math.max(span.from, from - 1) / STEP_MS + 1) * STEP_MS
    for (let time = first; time <= last; time += STEP_MS) add(time, 1)
    if (span.to === null) continue
    add(span.to, 1)
    const isOver = spans[index + 1] === undefined || spans[index + 1]!.from > span.to + 1
    if (isOver) add(span.to + 1, SERIES_END)
  }
  return { times: Float64Array.from(times), values: Float64Array.from(values) }
}
