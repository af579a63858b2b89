import { and, count, desc, eq, gte, lte } from 'drizzle-orm'
import { events } from '../../schema/index.ts'
import type { Event, EventKind, Page } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { type CursorRequest, cursorLimits, pageWithNext } from '../page-of.ts'
import { findReadableProject } from '../projects/index.ts'
import { toEvent } from './event-row.ts'

export interface EventQuery extends CursorRequest {
  readonly projectName: string
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly kind?: EventKind | undefined
}

const columns = { time: events.at, id: events.id, order: 'descending' } as const

/** Events of a project that the caller may read, the latest first. */
export async function listEvents(
  ctx: Context,
  caller: Caller,
  query: EventQuery,
): Promise<{ events: Event[]; page: Page }> {
  const { source } = await findReadableProject(ctx, caller, query.projectName)
  const { limit, offset, after } = cursorLimits(query, columns)
  const { from, to, kind } = query
  const where = and(
    eq(events.sourceId, source.id),
    from === undefined ? undefined : gte(events.at, from),
    to === undefined ? undefined : lte(events.at, to),
    kind === undefined ? undefined : eq(events.kind, kind),
  )
  const [total] = await ctx.db.select({ value: count() }).from(events).where(where)
  const rows = await ctx.db
    .select()
    .from(events)
    .where(and(where, after))
    .orderBy(desc(events.at), desc(events.id))
    .limit(limit)
    .offset(offset)
  const who = { accountId: caller.accountId, isOwner: source.ownerId === caller.accountId }
  const page = pageWithNext(query, total!.value, rows, ({ at, id }) => ({ time: at, id }))
  return { events: rows.map((row) => toEvent(row, who)), page }
}
