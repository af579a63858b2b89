import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import { events, sources } from '../../schema/index.ts'
import type { ReportEvent } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import type { ReportSubject } from './report-subject.ts'

/** More flags could not be told apart. */
const MAX_EVENTS = 200

/** What changed in the projects of a report, the latest of a span, by time. */
export async function readReportEvents(
  { db }: Context,
  { projects }: ReportSubject,
  { from, to }: Span,
): Promise<ReportEvent[]> {
  if (projects.length === 0) return []
  const ids = projects.map(({ source }) => source.id)
  const { id, at, kind, title, version, instances, link } = events
  const latest = await db
    .select({ projectName: sources.name, id, at, kind, title, version, instances, link })
    .from(events)
    .innerJoin(sources, eq(sources.id, events.sourceId))
    .where(and(inArray(events.sourceId, ids), gte(events.at, from), lt(events.at, to)))
    .orderBy(desc(events.at), desc(events.id))
    .limit(MAX_EVENTS)
  return latest.reverse()
}
