import { renderBrief, renderSentence, renderTitle, type SentenceParts } from '@omen/engine'
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { findings, incidents, series } from '../../schema/index.ts'
import type { DashboardIncident } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import type { ProjectRow } from '../projects/index.ts'

export type IncidentState = DashboardIncident['state']

export interface IncidentFilter {
  readonly states?: readonly IncidentState[] | undefined
  /** Those that a finding of theirs lies in, at least in part. */
  readonly span?: { readonly from: number; readonly to: number } | undefined
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
  const leads = await readLeads(
    ctx,
    found.map(({ incident }) => incident.id),
  )
  const listed = found.flatMap(({ incident, ...group }) => {
    const lead = leads.get(incident.id)
    const { source, owner } = rowOf.get(incident.sourceId)!
    if (lead === undefined) return []
    return {
      ...{ id: incident.id, projectName: source.name, owner, onset: incident.onset, state: incident.state },
      ...{ end: group.end, val: valOf(group), kind: lead.kind, findings: group.findings },
      title: renderTitle(lead.sentence, locale),
      brief: renderBrief(lead.sentence, locale),
      sentence: renderSentence(lead.sentence, locale),
      leadSeries: lead.seriesId === null ? null : { metric: lead.metric!, instance: lead.instance! },
    }
  })
  return { incidents: listed, total: found[0]?.total ?? 0 }
}

async function readGroups({ db }: Context, sourceIds: string[], { states, span, limit, offset }: IncidentFilter) {
  const worst = sql<number | null>`max(${findings.severity})`
  return db
    .select({
      incident: incidents,
      severity: worst,
      direction: sql<1 | -1>`(array_agg(${findings.direction} order by ${findings.severity} desc nulls last))[1]`,
      isDown: sql<boolean>`bool_or(${findings.kind} = 'down')`,
      end: sql<
        number | null
      >`case when bool_or(${findings.endTime} is null) then null else max(${findings.endTime}) end`.mapWith(
        (value: string | null) => (value === null ? null : Number(value)),
      ),
      findings: sql<number>`count(*)::int`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(incidents)
    .innerJoin(findings, eq(findings.incidentId, incidents.id))
    .where(
      and(
        inArray(incidents.sourceId, sourceIds),
        isNotNull(findings.key),
        states && inArray(incidents.state, [...states]),
        span && lt(findings.startTime, span.to),
        span && or(isNull(findings.endTime), gt(findings.endTime, span.from)),
      ),
    )
    .groupBy(incidents.id)
    .orderBy(sql`${worst} desc nulls last`, incidents.onset, incidents.id)
    .limit(limit)
    .offset(offset)
}

function valOf({ severity, direction, isDown }: { severity: number | null; direction: 1 | -1; isDown: boolean }) {
  if (isDown) return -Math.PI
  return severity === null ? null : severity * direction
}

/** The finding that speaks for each incident: a down instance, then a silent one, then the worst period, then the broadest gap. */
async function readLeads({ db }: Context, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const isSilent = sql`${findings.kind} = 'silent' and ${findings.detail} ? 'instance'`
  const rank = sql`case when ${findings.kind} = 'down' then 0 when ${isSilent} then 1 when ${findings.type} = 'period' then 2 else 3 end`
  const rows = await db
    .selectDistinctOn([findings.incidentId], {
      incidentId: findings.incidentId,
      kind: findings.kind,
      sentence: sql<SentenceParts>`${findings.detail} -> 'sentence'`,
      seriesId: series.seriesId,
      metric: series.metric,
      instance: series.instance,
    })
    .from(findings)
    .leftJoin(series, and(eq(series.sourceId, findings.sourceId), eq(series.number, findings.leadSeries)))
    .where(inArray(findings.incidentId, [...ids]))
    .orderBy(
      findings.incidentId,
      rank,
      sql`${findings.severity} desc nulls last`,
      sql`${findings.seriesCount} desc`,
      findings.startTime,
    )
  return new Map(rows.map((row) => [row.incidentId!, row]))
}
