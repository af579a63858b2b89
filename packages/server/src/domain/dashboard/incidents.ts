import { durationOf, nameOutages, renderBrief, renderSentence, renderTitle, type SentenceParts } from '@omen/engine'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { findings, incidents, series } from '../../schema/index.ts'
import type { DashboardIncident } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { IS_OUTAGE, LEAD_ORDER } from '../incident-rows/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { findingsIn, type Span, textArray } from './findings-in.ts'

/** Of all incidents of a page. */
const MAX_OUTAGES = 1000

export type IncidentState = DashboardIncident['state']

export interface IncidentFilter {
  /** Those that a finding of theirs lies in, at least in part; without a span those that are open, and of them only the findings that are. */
  readonly span?: Span | undefined
  readonly state?: IncidentState | undefined
  readonly limit: number
  readonly offset: number
}

/** Incidents of projects, the worst first, and how many there are. */
export async function readIncidents(
  ctx: Context,
  rows: readonly ProjectRow[],
  filter: IncidentFilter,
  locale: Locale,
): Promise<{ incidents: DashboardIncident[]; total: number }> {
  const rowOf = new Map(rows.map((row) => [row.source.id, row]))
  const found = rows.length === 0 ? [] : await readGroups(ctx, [...rowOf.keys()], filter)
  const isOpen = filter.span === undefined
  const leads = await readLeads(
    ctx,
    found.map(({ id }) => id),
    isOpen,
  )
  const listed = found.flatMap(({ id, sourceId, ...group }) => {
    const lead = leads.get(id)
    const { source, owner, project } = rowOf.get(sourceId)!
    if (lead === undefined) return []
    const onset = isOpen ? group.first : lead.onset
    return {
      id,
      projectName: source.name,
      owner,
      onset,
      state: lead.state,
      kind: lead.kind,
      durationMs: group.end === null ? null : durationOf({ start: onset, end: group.end }, project.samplingMs),
      end: group.end,
      val: lead.kind === 'down' ? -Math.PI : group.val,
      findings: group.findings,
      title: renderTitle(lead.sentence, locale),
      brief: renderBrief(lead.sentence, locale),
      sentence: renderSentence(lead.sentence, locale),
      leadSeries: lead.seriesId === null ? null : { metric: lead.metric!, instance: lead.instance! },
    }
  })
  return { incidents: listed, total: found[0]?.total ?? 0 }
}

interface Group {
  readonly id: string
  readonly sourceId: string
  readonly val: number | null
  readonly first: number
  readonly end: number | null
  readonly findings: number
  readonly total: number
}

async function readGroups(
  { db, clock }: Context,
  sourceIds: readonly string[],
  { span, state, limit, offset }: IncidentFilter,
): Promise<Group[]> {
  const now = clock.now()
  const found =
    span === undefined
      ? sql`(select f.source_id, f.start_time as first, f.end_time as past, f.end_time is null as is_open, f.severity,
          f.direction, f.incident_id
          from ${incidents} i join ${findings} f on f.incident_id = i.id
          where i.source_id = any(${textArray(sourceIds)}) and i.state <> 'resolved' and f.key is not null
            and f.end_time is null)`
      : findingsIn(sourceIds, span, now)
  const isOfState = sql`incident_id in (select id from ${incidents} where source_id = any(${textArray(sourceIds)}) and state = ${state})`
  const worst = (direction: number) => sql`max(severity) filter (where direction = ${sql.raw(String(direction))})`
  // Without an aggregate that has an order, so that incidents are grouped by a hash table and not by sorting all findings
  const { rows } = (await db.execute(sql`
    select incident_id as id, min(source_id) as "sourceId", count(*)::int as findings, (count(*) over ())::int as total,
      case when ${worst(-1)} > coalesce(${worst(1)}, 0) then -${worst(-1)} else ${worst(1)} end as val,
      min(first)::float8 as first, case when bool_or(is_open) then null else max(past)::float8 end as "end"
    from ${found} as touching
    where incident_id is not null ${state === undefined ? sql`` : sql`and ${isOfState}`}
    group by incident_id
    order by max(severity) desc nulls last, min(first), incident_id
    limit ${limit} offset ${offset}`)) as unknown as { rows: Group[] }
  return rows
}

/** The finding that speaks for each incident, with the other instances that went down in it. */
async function readLeads({ db }: Context, ids: readonly string[], isOpen: boolean) {
  if (ids.length === 0) return new Map<string, never>()
  const isMeant = and(inArray(findings.incidentId, [...ids]), isOpen ? isNull(findings.endTime) : undefined)
  const sentence = sql<SentenceParts>`${findings.detail} -> 'sentence'`
  const leads = db
    .selectDistinctOn([findings.incidentId], {
      incidentId: findings.incidentId,
      kind: findings.kind,
      onset: incidents.onset,
      state: incidents.state,
      sentence,
      seriesId: series.seriesId,
      metric: series.metric,
      instance: series.instance,
    })
    .from(findings)
    .innerJoin(incidents, eq(incidents.id, findings.incidentId))
    .leftJoin(series, and(eq(series.sourceId, findings.sourceId), eq(series.number, findings.leadSeries)))
    .where(isMeant)
    .orderBy(findings.incidentId, ...LEAD_ORDER)
  const outages = db
    .select({ incidentId: findings.incidentId, sentence })
    .from(findings)
    .where(and(isMeant, IS_OUTAGE))
    .orderBy(...LEAD_ORDER)
    .limit(MAX_OUTAGES)
  const [rows, all] = await Promise.all([leads, outages])
  const ofIncident = Map.groupBy(all, ({ incidentId }) => incidentId)
  return new Map(
    rows.map((row) => {
      const sentences = (ofIncident.get(row.incidentId) ?? []).map((one) => one.sentence)
      return [row.incidentId!, { ...row, sentence: nameOutages(row.sentence, sentences) }]
    }),
  )
}
