import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { type Span, textArray } from '../dashboard/findings-in.ts'
import type { FindingRows, ReportSubject } from './report-subject.ts'

type ReadContext = Pick<Context, 'db'>

interface Bucket {
  readonly start: number
  readonly end: number
}

/** Of the findings of a bucket. */
export interface BucketFigures {
  readonly abnormalMs: number
  readonly missingMs: number
  /** Those that began in it, without gaps. */
  readonly findings: number
}

/** The time in which anything was abnormal or missing, of each source on its own, added up by bucket; buckets follow each other. */
export async function readTimes(
  { db }: ReadContext,
  { findings }: ReportSubject,
  buckets: readonly Bucket[],
): Promise<BucketFigures[]> {
  if (buckets.length === 0) return []
  const length = (ranges: SQL) =>
    sql`coalesce(sum((select sum(upper(r) - lower(r)) from unnest(${ranges} * int8multirange(int8range(d.s, d.e))) as r)), 0)::float8`
  const { rows } = (await db.execute(sql`
    with t as materialized (select source_id, first, past, severity from ${findings.touching(spanOf(buckets))} as touching),
    u as (
      select source_id, range_agg(int8range(first, past)) filter (where severity is not null) as bad,
        range_agg(int8range(first, past)) filter (where severity is null) as gap
      from t group by source_id
    ),
    d as (select * from unnest(${times(buckets, 'start')}, ${times(buckets, 'end')}) with ordinality as d(s, e, i))
    select ${length(sql`u.bad`)} as "abnormalMs", ${length(sql`u.gap`)} as "missingMs",
      (select count(*)::int from t where t.severity is not null and t.first >= d.s and t.first < d.e) as findings
    from d left join u on true group by d.i, d.s, d.e order by d.i`)) as unknown as { rows: BucketFigures[] }
  return rows
}

/** Of the incidents that have a finding in a span: how many, how long and how bad they are on average. */
export interface IncidentFigures {
  readonly incidents: number
  readonly meanDurationMs: number | null
  readonly meanSeverity: number | null
}

export async function readIncidentFigures(
  { db }: ReadContext,
  { findings }: ReportSubject,
  span: Span,
): Promise<IncidentFigures> {
  const { rows } = (await db.execute(sql`
    select count(*)::int as incidents, ${meanDuration} as "meanDurationMs", avg(severity)::float8 as "meanSeverity"
    from ${wholeIncidents(findings, span)} as w`)) as unknown as { rows: [IncidentFigures] }
  return rows[0]
}

/** Findings that lie in a span, at least in part, without gaps. */
export async function countFindings({ db }: ReadContext, { findings }: ReportSubject, span: Span): Promise<number> {
  const { rows } = (await db.execute(
    sql`select count(*)::int as found from ${findings.touching(span)} as touching where severity is not null`,
  )) as unknown as { rows: [{ found: number }] }
  return rows[0].found
}

/** The same of those that began in each bucket, and their weights for sums over several. */
export interface BegunFigures extends IncidentFigures {
  readonly durationMs: number
  readonly severity: number
  /** Incidents that have one. */
  readonly rated: number
}

const NONE: BegunFigures = {
  incidents: 0,
  meanDurationMs: null,
  meanSeverity: null,
  durationMs: 0,
  severity: 0,
  rated: 0,
}

export async function readBegun(
  { db }: ReadContext,
  { findings }: ReportSubject,
  buckets: readonly Bucket[],
): Promise<BegunFigures[]> {
  if (buckets.length === 0) return []
  const { from, to } = spanOf(buckets)
  const { rows } = (await db.execute(sql`
    select width_bucket(first, ${times(buckets, 'start')}) as bucket, count(*)::int as incidents,
      ${meanDuration} as "meanDurationMs", avg(severity)::float8 as "meanSeverity",
      sum(past - first)::float8 as "durationMs", coalesce(sum(severity), 0)::float8 as severity, count(severity)::int as rated
    from ${wholeIncidents(findings, { from, to })} as w
    where first >= ${from}::bigint and first < ${to}::bigint group by 1`)) as unknown as {
    rows: (BegunFigures & { bucket: number })[]
  }
  const found = new Map(rows.map(({ bucket, ...row }) => [bucket, row]))
  return buckets.map((_, index) => found.get(index + 1) ?? NONE)
}

/** How long incidents lasted, from their first to their last finding, or until now. */
export async function readDurations(
  { db }: ReadContext,
  { findings }: ReportSubject,
  span: Span,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select incident_id as id, (past - first)::float8 as "durationMs" from ${wholeIncidents(findings, span)} as w
    where incident_id = any(${textArray(ids)})`)) as unknown as { rows: { id: string; durationMs: number }[] }
  return new Map(rows.map(({ id, durationMs }) => [id, durationMs]))
}

const meanDuration = sql`avg(past - first)::float8`

function wholeIncidents(findings: FindingRows, span: Span): SQL {
  return sql`(select incident_id, min(first) as first, max(past) as past, max(severity) as severity
    from ${findings.ofIncidentsIn(span)} as of_incidents where incident_id is not null group by incident_id)`
}

function spanOf(buckets: readonly Bucket[]): Span {
  return { from: buckets[0]!.start, to: buckets.at(-1)!.end }
}

function times(buckets: readonly Bucket[], which: keyof Bucket): SQL {
  return sql`${sql.param(buckets.map((one) => one[which]))}::bigint[]`
}
