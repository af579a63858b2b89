import { guessUnit, plainUnit, rateUnit } from '@omen/engine'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { PointSummaries } from '../../ports/point-store.ts'
import { series } from '../../schema/index.ts'
import type { ReportStatistic } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import { inTurns } from '../in-turns.ts'
import type { ProjectRow } from '../projects/index.ts'
import { roundFigure } from '../round-figure.ts'
import type { ReportSubject } from './report-subject.ts'

const MAX_STATISTICS = 500

const SERIES_PER_READ = 2000
const STALE_MS = 300_000
const FEWEST_STEPS = 60

/** What a report says of the values of its series. */
export interface Statistics {
  readonly series: ReportStatistic[]
  readonly total: number
  readonly instances: number
  readonly metrics: number
  /** Intervals with a value as a share of all. */
  readonly arrivedShare: number | null
}

interface SeriesRow {
  readonly number: number
  readonly seriesId: string
  readonly metric: string
  readonly instance: string
  readonly unit: string | null
  readonly isRate: boolean
  readonly firstSeen: number | null
}

/** Points of one source, and how they are read. */
interface Source {
  readonly id: string
  readonly projectName: string
  readonly stepMs: number
  /** Its first sample; null where there is none. */
  readonly since: number | null
  /** False where nothing is to be expected at every step, as of log lines. */
  readonly isRegular: boolean
  /** Numbers of its series end here. */
  readonly seriesCount: number
  /** What is later may still arrive. */
  readonly arrivedUntil: number
  read(rates: readonly number[], span: Span): Promise<PointSummaries>
}

/** The statistics of all series in a span, the most relevant first; relevance is by the time of the findings. */
export async function readStatistics(ctx: Context, subject: ReportSubject, span: Span): Promise<Statistics> {
  const relevance = await readRelevance(ctx, subject, span)
  const all: ReportStatistic[] = []
  const [instances, metrics] = [new Set<string>(), new Set<string>()]
  let [present, expected] = [0, 0]
  for (const source of sourcesOf(ctx, subject)) {
    const rows = await readSeries(ctx, source)
    const read = await source.read(
      rows.filter(({ isRate }) => isRate).map(({ number }) => number),
      span,
    )
    const indexOf = new Map(Array.from(read.series, (number, index) => [number, index]))
    await inTurns(
      rows.length,
      (at) => {
        const row = rows[at]!
        const index = indexOf.get(row.number)
        const steps = index === undefined ? 0 : read.steps[index]!
        const wanted = expectedSteps(source, row, span, index === undefined ? undefined : read.firstTime[index])
        if (wanted > 0) {
          present += Math.min(steps, wanted)
          expected += wanted
        }
        instances.add(`${source.id} ${row.instance}`)
        metrics.add(row.metric)
        all.push({
          ...namesOf(source, row),
          uptime: wanted > 0 ? Math.min(1, steps / wanted) : null,
          ...figuresOf(read, index),
          relevance: relevance.get(`${source.id} ${row.seriesId}`) ?? 0,
        })
      },
      50,
    )
  }
  all.sort(byRelevance)
  return {
    series: all.slice(0, MAX_STATISTICS),
    total: all.length,
    instances: instances.size,
    metrics: metrics.size,
    arrivedShare: expected === 0 ? null : present / expected,
  }
}

/** Intervals with a value as a share of all, of a span of which nothing else is asked. */
export async function readArrivedShare(ctx: Context, subject: ReportSubject, span: Span): Promise<number | null> {
  let [present, expected] = [0, 0]
  for (const source of sourcesOf(ctx, subject)) {
    if (!source.isRegular || source.since === null || source.since >= span.to) continue
    const [rows, read] = await Promise.all([readSeries(ctx, source), source.read([], span)])
    const indexOf = new Map(Array.from(read.series, (number, index) => [number, index]))
    for (const row of rows) {
      const index = indexOf.get(row.number)
      const wanted = expectedSteps(source, row, span, index === undefined ? undefined : read.firstTime[index])
      present += Math.min(wanted, index === undefined ? 0 : read.steps[index]!)
      expected += wanted
    }
  }
  return expected === 0 ? null : present / expected
}

function sourcesOf(ctx: Context, { projects, detection, now }: ReportSubject): Source[] {
  if (detection === undefined) return projects.map((row) => projectSource(ctx, row, now))
  const { wire, sourceId, pointsId, stepMs } = detection
  const request = { stepMs, rates: [], maxSteps: 0 }
  return [
    {
      id: sourceId,
      projectName: '',
      stepMs,
      since: wire.from,
      isRegular: wire.intervalMs !== null,
      seriesCount: wire.seriesCount,
      arrivedUntil: now,
      read: (_, span) => ctx.points.summarise(pointsId, { ...span, ...request }),
    },
  ]
}

function projectSource({ points }: Context, { project, source }: ProjectRow, now: number): Source {
  const { samplingMs: stepMs } = project
  const maxSteps = Math.max(FEWEST_STEPS, Math.ceil(STALE_MS / stepMs))
  return {
    id: source.id,
    projectName: source.name,
    stepMs,
    since: source.fromTime,
    isRegular: project.dataType === 'Metric',
    seriesCount: project.seriesCount,
    arrivedUntil: now - 2 * stepMs,
    read: (rates, { from, to }) =>
      points.summariseLive(source.id, { from, to: Math.min(to, now), stepMs, rates, maxSteps }),
  }
}

async function readSeries({ db }: Context, { id, seriesCount }: Source): Promise<SeriesRow[]> {
  const { number, seriesId, metric, instance, unit, isRate, firstSeen } = series
  const all: SeriesRow[] = []
  for (let from = 0; from < seriesCount; from += SERIES_PER_READ) {
    const isOfPart = and(gte(number, from), lt(number, Math.min(seriesCount, from + SERIES_PER_READ)))
    const rows = await db
      .select({ number, seriesId, metric, instance, unit, isRate, firstSeen })
      .from(series)
      .where(and(eq(series.sourceId, id), isOfPart))
      .orderBy(asc(number))
    all.push(...rows)
  }
  return all
}

/** Whole intervals of a span in which a series can have a value: those since its first one, where it came in the span. */
function expectedSteps(
  { since, stepMs, isRegular, arrivedUntil }: Source,
  { firstSeen }: SeriesRow,
  { from, to }: Span,
  firstTime: number | undefined,
): number {
  if (!isRegular || since === null) return 0
  const isNew = firstSeen !== null && firstSeen >= from
  const begin = Math.max(from, since, isNew ? (firstTime ?? to) : from)
  return Math.max(0, Math.floor((Math.min(to, arrivedUntil) - begin) / stepMs))
}

function namesOf({ projectName }: Source, { seriesId, metric, instance, unit, isRate }: SeriesRow) {
  const shown = isRate ? rateUnit(metric, unit ?? undefined) : plainUnit(unit ?? guessUnit(metric))
  return { projectName, seriesId, metric, instance, ...(shown !== '' && { unit: shown }), rate: isRate }
}

function figuresOf({ min, max, mean, deviation }: PointSummaries, index: number | undefined) {
  const at = (column: Float64Array): number | null => {
    const value = index === undefined ? Number.NaN : column[index]!
    return Number.isFinite(value) ? roundFigure(value) : null
  }
  return { min: at(min), max: at(max), mean: at(mean), deviation: at(deviation) }
}

function byRelevance(a: ReportStatistic, b: ReportStatistic): number {
  return (
    b.relevance - a.relevance ||
    a.projectName.localeCompare(b.projectName, 'en') ||
    compareText(a.instance, b.instance) ||
    compareText(a.metric, b.metric)
  )
}

const { compare: compareText } = new Intl.Collator('en', { numeric: true })

interface RelevanceRow {
  readonly sourceId: string
  readonly seriesId: string
  readonly share: number
}

/** Severity times duration of the findings in which a series moved, as a share of that of all, by source and series. */
async function readRelevance(
  { db }: Context,
  { findings }: ReportSubject,
  { from, to }: Span,
): Promise<Map<string, number>> {
  const { rows } = (await db.execute(sql`
    with t as materialized (
      select source_id, moved, severity * (least(past, ${to}::bigint) - greatest(first, ${from}::bigint)) as weight
      from ${findings.touching({ from, to })} as touching where severity is not null
    )
    select source_id as "sourceId", id as "seriesId", (sum(weight) / nullif((select sum(weight) from t), 0))::float8 as share
    from t, jsonb_array_elements_text(moved) as id group by 1, 2`)) as unknown as { rows: RelevanceRow[] }
  return new Map(rows.map(({ sourceId, seriesId, share }) => [`${sourceId} ${seriesId}`, Math.min(1, share ?? 0)]))
}
