import { eq } from 'drizzle-orm'
import { events } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { findReadableSource } from '../projects/index.ts'
import { toEvent } from './event-row.ts'

/** Deletes an event that the caller added, or one of a project that it owns. */
export async function deleteEvent(ctx: Context, caller: Caller, id: string): Promise<void> {
  const [row] = await ctx.db.select().from(events).where(eq(events.id, id))
  const project = row && (await findReadableSource(ctx, caller, row.sourceId))
  if (row === undefined || project === undefined) throw notFound('event')
  const isOwner = project.source.ownerId === caller.accountId
  if (!toEvent(row, { accountId: caller.accountId, isOwner }).mayDelete)
    throw new DomainError('FORBIDDEN', { message: NOT_YOURS })
  await ctx.db.delete(events).where(eq(events.id, id))
}

const NOT_YOURS = {
  en: 'Only who added the event and the owner of the project may delete it.',
  'zh-CN': '只有事件的添加者和项目的所有者可以删除它。',
}
