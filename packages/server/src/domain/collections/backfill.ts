import { eq } from 'drizzle-orm'
import { collections } from '../../schema/index.ts'
import type { BackfillState } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { COLLECTION_CHANNEL } from './channel.ts'
import { released } from './claims.ts'
import type { CollectionRow } from './connection-row.ts'

export type BackfillAction = 'start' | 'pause' | 'resume' | 'cancel'

const DAY_MS = 86_400_000

/** What a back-fill of so many days before this moment starts from. */
export function newBackfill(now: number, to: number, days: number) {
  return {
    backfillState: 'running' as const,
    backfillFrom: now - days * DAY_MS,
    backfillTo: to,
    backfilledFrom: to,
    backfillNextAt: now,
    backfillFault: null,
    backfillFaultText: null,
    backfillFailures: 0,
    // Of the back-fill before, which stores what it is fetching and then ends
    ...released('backfill'),
  }
}

const ALLOWED: Readonly<Record<BackfillAction, readonly (BackfillState | null)[]>> = {
  start: [null, 'done', 'cancelled'],
  pause: ['running'],
  resume: ['paused'],
  cancel: ['running', 'paused'],
}

/** What is fetched right now is stored before a pause or a cancellation takes effect. */
export async function changeBackfill(
  ctx: Context,
  row: CollectionRow,
  { action, days, stepMs }: { action: BackfillAction; days: number | undefined; stepMs: number },
): Promise<CollectionRow> {
  if (action === 'start' && days === undefined) throw invalidField('days', 'is required to start', { rule: 'required' })
  const now = ctx.clock.now()
  const changes = {
    start: () => newBackfill(now, Math.floor(now / stepMs) * stepMs, days!),
    pause: () => ({ backfillState: 'paused' as const }),
    resume: () => ({ backfillState: 'running' as const, backfillNextAt: now }),
    cancel: () => ({ backfillState: 'cancelled' as const }),
  }
  const changed = await ctx.db.transaction(async (tx) => {
    const [kept] = await tx.select().from(collections).where(eq(collections.sourceId, row.sourceId)).for('update')
    if (!kept) throw new DomainError('NOT_FOUND')
    if (!ALLOWED[action].includes(kept.backfillState)) throw wrongState(action, kept.backfillState)
    const [next] = await tx
      .update(collections)
      .set(changes[action]())
      .where(eq(collections.sourceId, row.sourceId))
      .returning()
    return next!
  })
  await ctx.notifications.publish(COLLECTION_CHANNEL, row.sourceId)
  return changed
}

function wrongState(action: BackfillAction, state: BackfillState | null): DomainError {
  const is = state === null ? 'There is no back-fill' : `The back-fill is ${state}`
  const zh = { running: '正在进行', paused: '已暂停', done: '已完成', cancelled: '已取消' }
  return new DomainError('CONFLICT', {
    message: {
      en: `${is}: ${action} is not possible.`,
      'zh-CN': state === null ? '没有历史数据补采任务。' : `历史数据补采${zh[state]}，无法执行此操作。`,
    },
  })
}
