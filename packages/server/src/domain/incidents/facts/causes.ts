import type { CauseRanking, Change, PastIncident } from '@omen/engine'
import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { incidentRecords, incidents, series } from '../../../schema/index.ts'
import { readValues } from '../../alerts/index.ts'
import type { Context } from '../../context.ts'
import { type FindingRow, toLog, toPeriod } from '../../findings/index.ts'
import { isCounted } from '../../incident-rows/index.ts'
import type { ProjectRow } from '../../projects/index.ts'
import { causeWindow, MAX_SERIES } from './cause-window.ts'
import { lastRowOf } from './findings.ts'

const MAX_EARLIER = 100
const MAX_PER_PERIOD = 50

export interface CauseInput {
  readonly rows: readonly FindingRow[]
  /** Ids of the series that the findings are about, the largest part first. */
  readonly affected: readonly string[]
  readonly changes: readonly Change[]
}

/** The causes of an incident by the points around its onset; undefined where there is too little of them. */
export async function rankIncident(
  ctx: Context,
  { project, source }: ProjectRow,
  incident: { readonly id: string; readonly start: number; readonly end: number },
  { rows, affected, changes }: CauseInput,
): Promise<CauseRanking | undefined> {
  const chosen = await chooseSeries(ctx, source.id, affected)
  if (chosen.length === 0) return undefined
  const window = causeWindow(incident, project.samplingMs, chosen.length)
  const [{ times, columns }, history] = await Promise.all([
    readValues(ctx, source.id, chosen, window),
    readHistory(ctx, source.id, incident),
  ])
  const periods = rows.filter(({ type }) => type === 'period').map(toCausePeriod)
  const logEvents = rows.filter(({ type }) => type === 'log').map(toLogEvent)
  const ranking = await ctx.compute.rankCauses({
    times,
    stepMs: window.stepMs,
    columns,
    series: chosen.map(({ key }) => key),
    incident: window.incident,
    options: { preMs: window.preMs, periods, logEvents, changes, history },
  })
  const isEmpty = ranking.kind !== 'ranked' || ranking.causes.length + ranking.changes.length === 0
  return isEmpty ? undefined : ranking
}

async function chooseSeries({ db }: Context, sourceId: string, affected: readonly string[]) {
  const first = sql`array_position(${sql.param(affected.slice(0, MAX_SERIES))}::text[], ${series.seriesId})`
  const found = await db
    .select({
      number: series.number,
      isRate: series.isRate,
      id: series.seriesId,
      metric: series.metric,
      instance: series.instance,
      service: series.service,
      group: series.group,
    })
    .from(series)
    .where(eq(series.sourceId, sourceId))
    .orderBy(sql`${first} nulls last`, asc(series.number))
    .limit(MAX_SERIES)
  return found.map(({ number, isRate, service, group, ...key }) => ({
    number,
    isRate,
    key: { ...key, ...(service !== null && { service }), ...(group !== null && { group }) },
  }))
}

/** What moved first in earlier incidents of the project, the latest last. */
async function readHistory(
  { db }: Context,
  sourceId: string,
  { id, start }: { readonly id: string; readonly start: number },
): Promise<PastIncident[]> {
  const isEarlier = and(eq(incidents.sourceId, sourceId), ne(incidents.id, id), lt(incidents.onset, start), isCounted)
  const found = await db
    .select({ id: incidents.id, movers: incidentRecords.movers })
    .from(incidentRecords)
    .innerJoin(incidents, eq(incidents.id, incidentRecords.incidentId))
    .where(and(isEarlier, sql`jsonb_array_length(${incidentRecords.movers}) > 0`))
    .orderBy(desc(incidents.onset))
    .limit(MAX_EARLIER)
  return found.reverse()
}

function toCausePeriod(row: FindingRow) {
  return { start: row.startTime, end: lastRowOf(row), series: toPeriod(row).series.slice(0, MAX_PER_PERIOD) }
}

function toLogEvent(row: FindingRow) {
  const { start, probability, templateId, sentence } = toLog(row)
  const { finding, template, instance } = sentence
  return {
    at: start,
    finding,
    templateId: String(templateId),
    template,
    probability,
    ...(instance !== '' && { instance }),
  }
}

/** The names and units of series by their ids. */
export async function readNames({ db }: Pick<Context, 'db'>, sourceId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { metric: string; instance: string; unit: string | null }>()
  const rows = await db
    .select({ id: series.seriesId, metric: series.metric, instance: series.instance, unit: series.unit })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), inArray(series.seriesId, [...ids])))
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
