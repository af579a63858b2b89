import { durationOf, renderBrief, renderSentence, renderTitle } from '@omen/engine'
import { and, eq, inArray } from 'drizzle-orm'
import { incidentStars, incidents, postMortems } from '../../schema/index.ts'
import type { ListedIncident } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { WITHDRAWN_SENTENCE } from '../incident-rows/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { IncidentRow } from './find.ts'

/** So long after it was resolved an incident can be reopened; then it is closed. */
const REOPENABLE_MS = 24 * 3_600_000

/** Incidents as lists show them, in the order of their ids. */
export async function readListed(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { accountId }: Pick<Caller, 'accountId'>,
  ids: readonly string[],
  { rows, locale }: { readonly rows: readonly ProjectRow[]; readonly locale: Locale },
): Promise<ListedIncident[]> {
  if (ids.length === 0) return []
  const isMeant = inArray(incidents.id, [...ids])
  const [found, stars, written] = await Promise.all([
    db.select().from(incidents).where(isMeant),
    db
      .select({ id: incidentStars.incidentId })
      .from(incidentStars)
      .where(and(inArray(incidentStars.incidentId, [...ids]), eq(incidentStars.accountId, accountId))),
    db
      .select({ id: postMortems.incidentId })
      .from(postMortems)
      .where(inArray(postMortems.incidentId, [...ids])),
  ])
  const projectOf = new Map(rows.map((row) => [row.source.id, row]))
  const incidentOf = new Map(found.map((row) => [row.id, row]))
  const starred = new Set(stars.map(({ id }) => id))
  const withText = new Set(written.map(({ id }) => id))
  return ids.flatMap((id) => {
    const row = incidentOf.get(id)
    const project = row && projectOf.get(row.sourceId)
    if (row === undefined || project === undefined) return []
    const marks = { starred: starred.has(id), hasPostMortem: withText.has(id) }
    return toListed(row, project, { locale, now: clock.now(), ...marks })
  })
}

interface ListedOptions {
  readonly locale: Locale
  readonly now: number
  readonly starred: boolean
  readonly hasPostMortem: boolean
}

function toListed(row: IncidentRow, { source, owner, project }: ProjectRow, options: ListedOptions): ListedIncident {
  const { locale, now, starred, hasPostMortem } = options
  const { lead } = row
  const sentences = lead === null || row.findingCount === 0 ? null : lead.sentence
  return {
    id: row.id,
    projectName: source.name,
    owner,
    state: row.state,
    onset: row.onset,
    end: row.endTime,
    durationMs: row.endTime === null ? null : durationOf({ start: row.onset, end: row.endTime }, project.samplingMs),
    val: row.val,
    findings: row.findingCount,
    kind: row.kind ?? 'anomaly',
    family: row.family ?? 'metric',
    title: lead === null ? row.id : renderTitle(lead.sentence, locale),
    brief: sentences === null ? WITHDRAWN_SENTENCE[locale] : renderBrief(sentences, locale),
    sentence: sentences === null ? WITHDRAWN_SENTENCE[locale] : renderSentence(sentences, locale),
    leadSeries: lead === null || lead.metric === null ? null : { metric: lead.metric, instance: lead.instance ?? '' },
    isClosed: isClosed(row, now),
    instances: row.instances,
    starred,
    hasPostMortem,
    isExcluded: row.excludedAt !== null,
    repeats: { count: 1, key: row.repeatKey ?? row.id, firstOnset: row.onset },
  }
}

/** Over for more than a day. */
export function isClosed({ state, resolvedAt, endTime }: IncidentRow, now: number): boolean {
  return state === 'resolved' && endTime !== null && resolvedAt !== null && now - resolvedAt > REOPENABLE_MS
}
