import { sql } from 'drizzle-orm'
import type { FindingRows, ReportedDetection } from './report-subject.ts'

interface Found {
  readonly first: number
  readonly past: number
  readonly isOpen: boolean
  readonly severity: number | null
  readonly incidentId: string | null
  readonly metric: string
  readonly instance: string
  readonly moved: readonly string[]
}

/** What a detection shows: its periods without those that verdicts hide, and its gaps. */
export function detectionFindings(detection: ReportedDetection): FindingRows {
  const found = foundIn(detection)
  const column = <T>(of: (one: Found) => T) => sql.param(found.map(of))
  const all = sql`select ${detection.sourceId}::text as source_id, first, past, is_open, severity, incident_id, metric, instance, moved::jsonb as moved
    from unnest(${column((one) => one.first)}::bigint[], ${column((one) => one.past)}::bigint[], ${column((one) => one.isOpen)}::boolean[],
      ${column((one) => one.severity)}::float8[], ${column((one) => one.incidentId)}::text[], ${column((one) => one.metric)}::text[],
      ${column((one) => one.instance)}::text[], ${column((one) => JSON.stringify(one.moved))}::text[])
      as found(first, past, is_open, severity, incident_id, metric, instance, moved)`
  return {
    touching: ({ from, to }) => sql`(${all} where first < ${to}::bigint and past > ${from}::bigint)`,
    ofIncidentsIn: ({ from, to }) => sql`(select * from (${all}) as every_one where incident_id in (
      select t.incident_id from (${all}) as t where t.first < ${to}::bigint and t.past > ${from}::bigint))`,
  }
}

function foundIn({ wire, stepMs }: ReportedDetection): Found[] {
  const incidentOfPeriod = new Map(wire.incidents.flatMap(({ id, periodIds }) => periodIds.map((one) => [one, id])))
  const incidentOfGap = new Map(wire.incidents.flatMap(({ id, gapNumbers }) => gapNumbers.map((one) => [one, id])))
  const nameOf = new Map(wire.series.map(({ seriesId, metric, instance }) => [seriesId, { metric, instance }]))
  const leadOf = (seriesId: string | undefined) => nameOf.get(seriesId ?? '') ?? { metric: '', instance: '' }
  return [
    ...wire.periods.map((period) => ({
      ...{ first: period.start, past: period.end + stepMs, isOpen: period.state === 'open' },
      severity: severityOf(period.val),
      incidentId: incidentOfPeriod.get(period.id) ?? null,
      ...leadOf(period.series[0]?.seriesId),
      moved: period.series.flatMap(({ seriesId, firstAt }) => (firstAt == null ? [] : seriesId)),
    })),
    ...wire.gaps.map((gap, index) => ({
      ...{ first: gap.start, past: gap.end + stepMs, isOpen: gap.state === 'open', severity: null },
      incidentId: incidentOfGap.get(index + 1) ?? null,
      ...leadOf(gap.seriesIds[0]),
      moved: [],
    })),
  ]
}

/** An instance that is down has its own value. */
function severityOf(val: number): number {
  return val === -Math.PI ? 10 : Math.abs(val)
}
