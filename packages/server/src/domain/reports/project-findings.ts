import { type SQL, sql } from 'drizzle-orm'
import { findings, projects, series } from '../../schema/index.ts'
import { type Span, textArray } from '../dashboard/findings-in.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { FindingRows } from './report-subject.ts'

/** What live detection has found in projects. */
export function projectFindings(rows: readonly ProjectRow[], now: number): FindingRows {
  const ids = textArray(rows.map(({ source }) => source.id))
  const longestStep = Math.max(0, ...rows.map(({ project }) => project.samplingMs))
  const past = sql`case when ${findings.endTime} is null then greatest(${now}::bigint, ${findings.startTime} + 1) else ${findings.endTime} + ${projects.samplingMs} end`
  const select = (isMeant: SQL): SQL => sql`
    select ${findings.sourceId} as source_id, ${findings.startTime} as first, ${past} as past,
      ${findings.endTime} is null as is_open, ${findings.severity} as severity, ${findings.incidentId} as incident_id,
      coalesce(${series.metric}, '') as metric,
      coalesce(${series.instance}, ${findings.detail} -> 'sentence' ->> 'instance', '') as instance,
      jsonb_path_query_array(${findings.detail}, '$.series[*] ? (@.firstAt != null).seriesId') as moved
    from ${findings} join ${projects} on ${projects.sourceId} = ${findings.sourceId}
      left join ${series} on ${series.sourceId} = ${findings.sourceId} and ${series.number} = ${findings.leadSeries}
    where ${findings.sourceId} = any(${ids}) and ${findings.key} is not null and ${isMeant}`
  const isWithin = ({ from, to }: Span, isEnded: boolean): SQL =>
    isEnded
      ? sql`${findings.startTime} < ${to} and ${findings.endTime} > ${from - longestStep}::bigint and ${findings.endTime} + ${projects.samplingMs} > ${from}::bigint`
      : sql`${findings.startTime} < ${to} and ${findings.endTime} is null`
  const touching = (span: Span): SQL =>
    sql`(${select(isWithin(span, true))} union all ${select(isWithin(span, false))})`
  return {
    touching,
    ofIncidentsIn: (span) =>
      sql`(${select(sql`${findings.incidentId} in (select t.incident_id from ${touching(span)} as t)`)})`,
  }
}
