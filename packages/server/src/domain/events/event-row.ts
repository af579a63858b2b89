import type { events } from '../../schema/index.ts'
import type { Event } from '../../schema/wire-types.ts'

export type EventRow = typeof events.$inferSelect

/** As a caller sees it; `isOwner`: of the project. */
export function toEvent(
  row: EventRow,
  caller: { readonly accountId: string | null; readonly isOwner: boolean },
): Event {
  const { id, at, kind, title, version, instances, link, by, createdAt, accountId } = row
  const mayDelete = caller.isOwner || (accountId !== null && accountId === caller.accountId)
  return { id, at, kind, title, version, instances, link, by, createdAt, mayDelete }
}
