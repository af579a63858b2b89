import { sql } from 'drizzle-orm'
import type { ReportShare } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import type { ReportSubject } from './report-subject.ts'

const mostShares = 50

interface ShareRow {
  readonly sourceId: string
  readonly name: string
  readonly findings: number
  readonly severity: number
  readonly abnormalMs: number
  readonly allFindings: number
  readonly allSeverity: number
  readonly allMs: number
}

/** Where the findings of a span were, by the instance of their leading series, or by its metric in all projects; the longest first. */
export async function readShares(
  { db }: Pick<Context, 'db'>,
  { findings, projects, kind }: ReportSubject,
  { from, to }: Span,
  by: 'instance' | 'metric',
): Promise<ReportShare[]> {
  const name = sql.raw(by)
  const group = by === 'instance' ? sql`source_id, instance` : sql`metric`
  const { rows } = (await db.execute(sql`
    with g as (
      select ${by === 'instance' ? sql`source_id` : sql`min(source_id)`} as "sourceId", ${name} as name, count(*)::int as findings,
        sum(severity)::float8 as severity, range_agg(int8range(greatest(first, ${from}::bigint), least(past, ${to}::bigint))) as lasted
      from ${findings.touching({ from, to })} as touching
      where severity is not null and least(past, ${to}::bigint) > greatest(first, ${from}::bigint)
      group by ${group}
    ), timed as (
      select "sourceId", name, findings, severity,
        (select sum(upper(r) - lower(r)) from unnest(lasted) as r)::float8 as "abnormalMs" from g
    )
    select *, sum(findings) over ()::int as "allFindings", sum(severity) over () as "allSeverity", sum("abnormalMs") over () as "allMs"
    from timed order by "abnormalMs" desc, findings desc, name limit ${mostShares}`)) as unknown as { rows: ShareRow[] }
  const projectOf = new Map(projects.map(({ source }) => [source.id, source.name]))
  return rows.map((row) => ({
    name: row.name,
    ...(by === 'instance' && kind === 'projects' && { projectName: projectOf.get(row.sourceId)! }),
    findings: row.findings,
    abnormalMs: row.abnormalMs,
    meanSeverity: row.severity / row.findings,
    shareOfTime: part(row.abnormalMs, row.allMs),
    shareOfFindings: part(row.findings, row.allFindings),
    shareOfSeverity: part(row.severity, row.allSeverity),
  }))
}

function part(of: number, all: number): number {
  return all === 0 ? 0 : Math.min(1, of / all)
}
