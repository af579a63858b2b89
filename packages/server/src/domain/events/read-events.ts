import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { events } from '../../schema/index.ts'
import type { Event } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'

export type ProjectEvent = Pick<Event, 'id' | 'at' | 'kind' | 'title' | 'version' | 'instances' | 'link' | 'by'>

/** Both ends included, epoch ms. */
export interface EventSpan {
  readonly from: number
  readonly to: number
}

/** More than this many are no explanation any more. */
const MAX_EVENTS = 500

/** The latest 500 events of a project in a span, by time. Whether the caller may read the project is for the caller to check. */
export async function readEvents(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  { from, to }: EventSpan,
): Promise<ProjectEvent[]> {
  const { id, at, kind, title, version, instances, link, by } = events
  const latest = await db
    .select({ id, at, kind, title, version, instances, link, by })
    .from(events)
    .where(and(eq(events.sourceId, sourceId), gte(events.at, from), lte(events.at, to)))
    .orderBy(desc(events.at), desc(events.id))
    .limit(MAX_EVENTS)
  return latest.reverse()
}
