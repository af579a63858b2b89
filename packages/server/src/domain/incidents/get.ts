import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm'
import { incidentHistory, incidents } from '../../schema/index.ts'
import type { IncidentDetail, IncidentHistoryEntry } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { toGap } from '../findings/index.ts'
import { describeUndescribed, WITHDRAWN_SENTENCE } from '../incident-rows/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { causesToWire, changesToWire, graphToWire, namesFor, treeOf } from './facts/causes-to-wire.ts'
import { collectorCause, collectorSilenceOf } from './facts/collector-cause.ts'
import { toWireFinding } from './facts/findings.ts'
import { readLogLines } from './facts/log-lines.ts'
import { readFacts } from './facts/record.ts'
import { readSimilar } from './facts/similar.ts'
import { timelineOf } from './facts/timeline.ts'
import { findIncident, type IncidentRow } from './find.ts'
import { getDetectionIncident } from './get-of-detection.ts'
import { parseDetectionIncident } from './incident-id.ts'
import { isClosed, readListed } from './listed.ts'
import { toDecision } from './to-decision.ts'

export type IncidentAnswer = IncidentDetail

const MAX_HISTORY_ENTRIES = 200

/** All that is known of an incident, of a project or of an uploaded file's detection. */
export async function getIncident(ctx: Context, caller: Caller, id: string, locale: Locale): Promise<IncidentAnswer> {
  const ofDetection = parseDetectionIncident(id)
  if (ofDetection !== undefined) return getDetectionIncident(ctx, caller, ofDetection, locale)
  let { incident, project } = await findIncident(ctx, caller, id)
  if (incident.lead === null) {
    await describeUndescribed(ctx, [incident.sourceId])
    ;({ incident, project } = await findIncident(ctx, caller, id))
  }
  const described = await describe(ctx, caller, { id, incident, project }, locale)
  // Rounds and people delete and merge incidents
  const survivor = (await findIncident(ctx, caller, id)).incident
  if (survivor.id === incident.id && described !== undefined) return described
  return getIncident(ctx, caller, id, locale)
}

interface Found {
  /** As it was asked for. */
  readonly id: string
  readonly incident: IncidentRow
  readonly project: ProjectRow
}

/** Undefined where it was deleted meanwhile. */
async function describe(
  ctx: Context,
  caller: Caller,
  { id, incident, project }: Found,
  locale: Locale,
): Promise<IncidentAnswer | undefined> {
  const { source } = project
  const { samplingMs } = project.project
  const facts = await readFacts(ctx, project, incident)
  const { rows, affected, start, ranking, picture, hasPassed, keptAt } = facts
  const [[listed], mergedFrom, history, logs, similar, names] = await Promise.all([
    readListed(ctx, caller, [incident.id], { rows: [project], locale }),
    readMerged(ctx, incident.id),
    readHistory(ctx, incident, samplingMs),
    readLogLines(ctx, project, start, rows),
    readSimilar(ctx, incident, { samplingMs, locale }),
    namesFor(ctx, incident.sourceId, ranking),
  ])
  if (listed === undefined) return undefined
  const silence = collectorSilenceOf(rows.every(({ type }) => type === 'gap') ? rows.map(toGap) : [])
  const series = affected
    .toSorted((a, b) => (a.firstAt ?? Number.POSITIVE_INFINITY) - (b.firstAt ?? Number.POSITIVE_INFINITY))
    .map(({ number: _, isRate: __, ...one }) => one)
  return {
    incident: listed,
    source: {
      kind: 'project',
      dataType: project.project.dataType,
      samplingMs,
      timeZone: project.project.timeZone,
      detectionId: null,
      uploadFileName: null,
    },
    requestedId: id,
    mergedFrom,
    history,
    decision: toDecision(incident, project),
    withdrawn: rows.length > 0 ? null : toWithdrawn(incident, history, locale),
    findings: rows.map((row) => toWireFinding(row, locale)),
    series,
    seriesTotal: facts.seriesTotal,
    instances: instancesOf(facts.rows, listed.instances, series),
    timeline: timelineOf({ rows, series, changes: facts.changes }, locale),
    causes: silence === undefined ? causesToWire(ranking, locale, names) : [collectorCause(silence, locale)],
    causesState: silence === undefined ? facts.causesState : 'ranked',
    changes: changesToWire(ranking, facts.changes),
    graph: graphToWire(ranking, names),
    tree: treeOf(series),
    logs,
    similar,
    picture,
    retention: { hasPassed, keptAt, sentence: hasPassed ? retentionSentence(picture.source, locale) : null },
    training: { isExcluded: incident.excludedAt !== null, by: incident.excludedBy, at: incident.excludedAt },
    can: actionsOf(incident, {
      isOwner: source.ownerId === caller.accountId,
      isDemo: project.project.isDemo,
      now: ctx.clock.now(),
    }),
  }
}

/** One of an earlier version has no entry in its history. */
function toWithdrawn(
  { onset, resolvedAt }: IncidentRow,
  history: readonly IncidentHistoryEntry[],
  locale: Locale,
): IncidentDetail['withdrawn'] {
  const entry = history.findLast(({ kind }) => kind === 'withdrawn')
  return { at: entry?.at ?? resolvedAt ?? onset, sentence: WITHDRAWN_SENTENCE[locale] }
}

async function readMerged({ db }: Context, id: string): Promise<IncidentDetail['mergedFrom']> {
  const rows = await db
    .select({ id: incidents.id, at: incidents.mergedAt, by: incidents.mergedBy })
    .from(incidents)
    .where(eq(incidents.mergedInto, id))
    .orderBy(asc(incidents.mergedAt))
  return rows.map((row) => ({ ...row, at: row.at ?? 0 }))
}

/**
 * With what was done with those that were merged into it, and when it began and ended, as the findings have it: its last
 * sample stands for a whole interval.
 */
async function readHistory(
  { db }: Context,
  { id, onset, endTime, state }: IncidentRow,
  samplingMs: number,
): Promise<IncidentHistoryEntry[]> {
  const mergedInto = db.select({ id: incidents.id }).from(incidents).where(eq(incidents.mergedInto, id))
  const rows = await db
    .select()
    .from(incidentHistory)
    .where(
      or(
        eq(incidentHistory.incidentId, id),
        and(inArray(incidentHistory.incidentId, mergedInto), ne(incidentHistory.kind, 'mergedInto')),
      ),
    )
    .orderBy(desc(incidentHistory.id))
    .limit(MAX_HISTORY_ENTRIES)
  const said = rows.reverse().map(({ at, kind, by, note, other }) => ({ at, kind, by, note, other }))
  const byItself = (at: number, kind: 'began' | 'ended') => ({ at, kind, by: null, note: null, other: null })
  return [
    byItself(onset, 'began'),
    ...said,
    ...(state === 'resolved' && endTime !== null ? [byItself(endTime + samplingMs, 'ended')] : []),
  ].sort((a, b) => a.at - b.at)
}

function instancesOf(
  rows: readonly unknown[],
  first: readonly string[],
  series: readonly { readonly instance: string }[],
): string[] {
  if (rows.length === 0) return [...first]
  return [...new Set([...first, ...series.map(({ instance }) => instance)])].filter(Boolean)
}

function retentionSentence(source: 'points' | 'kept' | 'none', locale: Locale): string {
  return source === 'none' ? GONE[locale] : KEPT[locale]
}

const KEPT = {
  en: 'The points of this incident were deleted with age. Shown are its findings, and the causes and the picture that were kept with it.',
  'zh-CN': '该事件的数据点已过保留期并被删除。此处显示其发现，以及随事件保存的原因和图表。',
}
const GONE = {
  en: 'The points of this incident were deleted with age. Its findings are left; no causes and no picture were kept.',
  'zh-CN': '该事件的数据点已过保留期并被删除。仅保留其发现，未保存原因和图表。',
}

function actionsOf(
  incident: IncidentRow,
  { isOwner, isDemo, now }: { readonly isOwner: boolean; readonly isDemo: boolean; readonly now: number },
): IncidentDetail['can'] {
  if (isDemo && !isOwner) return ['star', 'unstar']
  const decisions: IncidentDetail['can'] = [
    ...(incident.decision === null && incident.state !== 'resolved' ? (['acknowledge'] as const) : []),
    ...(incident.decision !== 'resolved' && incident.state !== 'resolved' ? (['resolve'] as const) : []),
    ...(incident.decision !== null && !isClosed(incident, now) ? (['reopen'] as const) : []),
  ]
  const training = incident.excludedAt === null ? ('excludeFromTraining' as const) : ('includeInTraining' as const)
  return [
    ...decisions,
    ...(['note', 'star', 'unstar', 'merge'] as const),
    ...(incident.findingCount > 1 ? (['split'] as const) : []),
    ...(isOwner ? [training] : []),
  ]
}
