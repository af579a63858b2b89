import { durationOf, renderTitle, similarIncidents } from '@omen/engine'
import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { incidentHistory, incidents, postMortemRevisions, postMortems } from '../../../schema/index.ts'
import type { SimilarIncident } from '../../../schema/wire-types.ts'
import type { Context } from '../../context.ts'
import type { Locale } from '../../errors.ts'
import { isCounted } from '../../incident-rows/index.ts'
import type { IncidentRow } from '../find.ts'

/** Earlier incidents that one is compared with. */
const MAX_EARLIER = 300
const MAX_SIMILAR_INCIDENTS = 5
const MAX_SHARED = 5

/** Earlier incidents of the same project that are most like one, with what was done then. */
export async function readSimilar(
  ctx: Pick<Context, 'db'>,
  { id, sourceId, onset, fingerprint }: IncidentRow,
  { samplingMs, locale }: { readonly samplingMs: number; readonly locale: Locale },
): Promise<SimilarIncident[]> {
  if (fingerprint === null) return []
  const isEarlier = and(eq(incidents.sourceId, sourceId), lt(incidents.onset, onset), isCounted)
  const earlier = await ctx.db
    .select({ id: incidents.id, fingerprint: incidents.fingerprint })
    .from(incidents)
    .where(and(isEarlier, isNotNull(incidents.fingerprint), sql`${incidents.id} <> ${id}`))
    .orderBy(desc(incidents.onset))
    .limit(MAX_EARLIER)
  const found = similarIncidents(
    fingerprint,
    earlier.map((one) => ({ id: one.id, fingerprint: one.fingerprint! })),
    { limit: MAX_SIMILAR_INCIDENTS },
  )
  const ids = found.map((one) => one.id)
  if (ids.length === 0) return []
  const [rows, done] = await Promise.all([
    ctx.db.select().from(incidents).where(inArray(incidents.id, ids)),
    readDone(ctx, ids),
  ])
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return found.map(({ id: similarId, similarity, shared }) => {
    const row = rowOf.get(similarId)!
    return {
      id: similarId,
      similarity,
      onset: row.onset,
      state: row.state,
      title: row.lead === null ? similarId : renderTitle(row.lead.sentence, locale),
      durationMs: durationOf({ start: row.onset, end: row.endTime ?? row.onset }, samplingMs),
      shared: shared.slice(0, MAX_SHARED).map(plainFeature),
      done: done.filter((one) => one.incidentId === similarId).map(({ at, by, text }) => ({ at, by, text })),
    }
  })
}

/** A feature without what marks its sort. */
function plainFeature(feature: string): string {
  return feature.slice(feature.indexOf(' ') + 1)
}

/** Notes that people wrote, and actions of post-mortems that are done. */
async function readDone({ db }: Pick<Context, 'db'>, ids: readonly string[]) {
  const notes = await db
    .select({
      incidentId: incidentHistory.incidentId,
      at: incidentHistory.at,
      by: incidentHistory.by,
      text: incidentHistory.note,
    })
    .from(incidentHistory)
    .where(and(inArray(incidentHistory.incidentId, [...ids]), isNotNull(incidentHistory.note)))
    .orderBy(asc(incidentHistory.at))
    .limit(100)
  const texts = await db
    .select({ incidentId: postMortems.incidentId, revision: postMortemRevisions })
    .from(postMortems)
    .innerJoin(
      postMortemRevisions,
      and(eq(postMortemRevisions.postMortemId, postMortems.id), eq(postMortemRevisions.revision, postMortems.revision)),
    )
    .where(inArray(postMortems.incidentId, [...ids]))
  const actions = texts.flatMap(({ incidentId, revision: { actions: all, at } }) =>
    all
      .filter(({ done }) => done)
      .map(({ text, assignee }) => ({ incidentId: incidentId!, at, by: assignee || null, text })),
  )
  return [...notes.map((note) => ({ ...note, text: note.text! })), ...actions]
}
