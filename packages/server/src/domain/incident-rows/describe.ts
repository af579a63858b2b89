import {
  describeIncident,
  type Fingerprint,
  type Incident,
  nameOutages,
  renderIncidentTitle,
  repeatKey,
  type SentenceParts,
} from '@omen/engine'
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidents, projects, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { type FindingRow, toGap, toIncidentLog, toLog, toPeriod } from '../findings/index.ts'
import { isCounted } from './is-counted.ts'
import { LEAD_ORDER } from './lead-order.ts'

/** The worst findings of an incident, from which it is described. */
const MAX_FINDINGS = 500
/** Earlier incidents that one may repeat. */
const MAX_EARLIER = 200
const MAX_INSTANCES = 10
const MAX_SEARCHABLE_CHARACTERS = 4000
/** Rows of one read. */
const UNDESCRIBED_AT_ONCE = 200

/** Keeps with incidents what lists show of them. Those without findings stay as they are. */
export async function describeIncidents(tx: Database, ids: readonly string[], stepMs: number): Promise<void> {
  for (const id of ids) await describeOne(tx, id, stepMs)
}

/** The same for incidents of sources that were not described yet: those of older versions. */
export async function describeUndescribed(
  { db }: Pick<Context, 'db'>,
  sourceIds: readonly string[],
  max: number = UNDESCRIBED_AT_ONCE,
): Promise<number> {
  if (sourceIds.length === 0) return 0
  const isDue = and(inArray(incidents.sourceId, [...sourceIds]), isNull(incidents.lead), isNull(incidents.mergedInto))
  const hasFindings = sql`exists (select 1 from ${findings} where ${findings.incidentId} = ${incidents.id})`
  const rows = await db
    .select({ id: incidents.id, stepMs: projects.samplingMs })
    .from(incidents)
    .innerJoin(projects, eq(projects.sourceId, incidents.sourceId))
    .where(and(isDue, hasFindings))
    .orderBy(desc(incidents.onset))
    .limit(max)
  for (const { id, stepMs } of rows) await describeOne(db, id, stepMs)
  return rows.length
}

async function describeOne(tx: Database, id: string, stepMs: number): Promise<void> {
  const [before] = await tx.select().from(incidents).where(eq(incidents.id, id))
  const rows = await readWorst(tx, id)
  const [first] = rows
  if (before === undefined || first === undefined) return
  const [span] = await tx
    .select({
      onset: sql<number>`min(${findings.startTime})`.mapWith(Number),
      end: sql<
        number | null
      >`case when bool_or(${findings.endTime} is null) then null else max(${findings.endTime})::float8 end`,
      count: sql<number>`count(*)::int`,
    })
    .from(findings)
    .where(eq(findings.incidentId, id))
  const { onset, end, count } = span!
  const described = describe(
    rows.map(({ row }) => row),
    stepMs,
  )
  const { row, metric, instance } = first
  const sentences = rows.map((one) => one.row.detail.sentence as SentenceParts)
  const worst = Math.max(...rows.flatMap((one) => one.row.severity ?? []), Number.NEGATIVE_INFINITY)
  await tx
    .update(incidents)
    .set({
      onset,
      endTime: end,
      findingCount: count,
      kind: row.kind,
      val: valOf(rows),
      severity: Number.isFinite(worst) ? worst : null,
      lead: { sentence: nameOutages(row.detail.sentence, sentences), metric, instance },
      ...(described && (await factsOf(tx, before, { ...described, onset, isOver: end !== null }))),
    })
    .where(eq(incidents.id, id))
}

async function readWorst(tx: Database, incidentId: string) {
  return tx
    .select({ row: findings, metric: series.metric, instance: series.instance })
    .from(findings)
    .leftJoin(series, and(eq(series.sourceId, findings.sourceId), eq(series.number, findings.leadSeries)))
    .where(eq(findings.incidentId, incidentId))
    .orderBy(...LEAD_ORDER)
    .limit(MAX_FINDINGS)
}

function valOf(rows: readonly { readonly row: FindingRow }[]): number | null {
  if (rows[0]!.row.kind === 'down') return -Math.PI
  const worst = rows
    .flatMap(({ row: { severity, direction } }) => (severity === null ? [] : severity * (direction ?? 1)))
    .sort((a, b) => Math.abs(b) - Math.abs(a) || b - a)
  return worst[0] ?? null
}

/** Undefined where the findings are not whole, as those of a very old version. */
function describe(rows: readonly FindingRow[], stepMs: number): Incident | undefined {
  const of = (type: FindingRow['type']) => rows.filter((row) => row.type === type)
  try {
    return describeIncident(
      {
        periods: of('period').map(toPeriod),
        gaps: of('gap').map(toGap),
        logs: of('log').map((row) => toIncidentLog(toLog(row))),
      },
      { stepMs },
    )
  } catch {
    return undefined
  }
}

interface Described extends Incident {
  readonly onset: number
  readonly isOver: boolean
}

async function factsOf(tx: Database, before: typeof incidents.$inferSelect, described: Described) {
  const { kind, instances, series: parts, title, fingerprint, onset, isOver } = described
  // What it repeats is settled when it begins and when it is over, not with each row
  const isDue = before.repeatKey === null || (isOver && before.endTime === null)
  const words = [
    renderIncidentTitle(title, 'en'),
    renderIncidentTitle(title, 'zh-CN'),
    ...instances,
    ...parts.map(({ seriesId }) => seriesId),
    title.template ?? '',
  ]
  return {
    family: kind,
    title,
    fingerprint,
    instances: instances.slice(0, MAX_INSTANCES),
    search: words.join('\n').toLowerCase().slice(0, MAX_SEARCHABLE_CHARACTERS),
    ...(isDue && { repeatKey: await repeatKeyOf(tx, before, fingerprint, onset) }),
  }
}

async function repeatKeyOf(
  tx: Database,
  { id, sourceId }: { readonly id: string; readonly sourceId: string },
  fingerprint: Fingerprint,
  onset: number,
): Promise<string> {
  const isEarlier = and(eq(incidents.sourceId, sourceId), ne(incidents.id, id), lt(incidents.onset, onset), isCounted)
  const earlier = await tx
    .select({ id: incidents.id, key: incidents.repeatKey, fingerprint: incidents.fingerprint })
    .from(incidents)
    .where(and(isEarlier, isNotNull(incidents.repeatKey), isNotNull(incidents.fingerprint)))
    .orderBy(desc(incidents.onset))
    .limit(MAX_EARLIER)
  return repeatKey(
    fingerprint,
    earlier.map((one) => ({ id: one.id, key: one.key!, fingerprint: one.fingerprint! })),
  )
}
