import { type SQL, sql } from 'drizzle-orm'
import { findings, projects, series } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { type Span, textArray } from '../dashboard/findings-in.ts'
import { findReadableDetection } from '../detections/detection-row.ts'
import { getDetection } from '../detections/index.ts'
import { DomainError, type Locale } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableProject, listReadableProjects, type ProjectRow } from '../projects/index.ts'
import type { FindingRows, ReportedDetection, ReportSubject } from './report-subject.ts'

export interface SubjectRequest {
  readonly projectName?: string | undefined
  readonly detectionId?: string | undefined
  readonly locale: Locale
}

export async function findSubject(ctx: Context, caller: Caller, request: SubjectRequest): Promise<ReportSubject> {
  const { projectName, detectionId, locale } = request
  if (detectionId === undefined) {
    const isOne = projectName !== undefined
    const rows = isOne ? [await findReadableProject(ctx, caller, projectName)] : await listReadableProjects(ctx, caller)
    return projectSubject(ctx, rows, isOne)
  }
  if (projectName !== undefined)
    throw invalidField('detectionId', 'must not be given together with projectName', { sentence: EITHER_OR })
  const row = await findReadableDetection(ctx, caller, detectionId)
  if (row.kind !== 'detection') throw new DomainError('CONFLICT', { message: NOT_DETECTED })
  const wire = await getDetection(ctx, caller, detectionId, { locale })
  const stepMs = row.intervalMs ?? 1
  const detection = { wire, sourceId: row.sourceId, pointsId: row.pointsId, stepMs }
  return {
    kind: 'detection',
    projects: [],
    detection,
    findings: detectionFindings(detection),
    now: row.toTime + stepMs,
    since: row.fromTime,
  }
}

export function projectSubject(
  { clock }: Pick<Context, 'clock'>,
  rows: readonly ProjectRow[],
  isOne: boolean,
): ReportSubject {
  const now = clock.now()
  const starts = rows.flatMap(({ source }) => source.fromTime ?? [])
  return {
    kind: isOne ? 'project' : 'projects',
    projects: rows,
    detection: undefined,
    findings: projectFindings(rows, now),
    now,
    since: starts.length === 0 ? null : Math.min(...starts),
  }
}

/** What live detection has found in projects. */
function projectFindings(rows: readonly ProjectRow[], now: number): FindingRows {
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

const EITHER_OR = {
  en: 'A report is either about projects or about an uploaded file.',
  'zh-CN': '报告只能针对项目或上传的文件之一。',
}
const NOT_DETECTED = {
  en: 'Nothing was detected in this file: run a detection with a model first.',
  'zh-CN': '此文件尚未检测：请先使用模型运行检测。',
}

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
function detectionFindings(detection: ReportedDetection): FindingRows {
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
      first: period.start,
      past: period.end + stepMs,
      isOpen: period.state === 'open',
      severity: severityOf(period.val),
      incidentId: incidentOfPeriod.get(period.id) ?? null,
      ...leadOf(period.series[0]?.seriesId),
      moved: period.series.flatMap(({ seriesId, firstAt }) => (firstAt == null ? [] : seriesId)),
    })),
    ...wire.gaps.map((gap, index) => ({
      first: gap.start,
      past: gap.end + stepMs,
      isOpen: gap.state === 'open',
      severity: null,
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
