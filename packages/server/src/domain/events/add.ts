import { and, desc, eq, inArray } from 'drizzle-orm'
import { events } from '../../schema/index.ts'
import type { Event, EventKind } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableProject } from '../projects/index.ts'
import { type EventRow, toEvent } from './event-row.ts'
import { type CheckedEvent, checkEvent } from './validate.ts'

/** A project keeps so many, the latest. */
export const MAX_EVENTS = 10_000

export interface NewEvent {
  readonly projectName: string
  /** Now if omitted. */
  readonly at?: number | undefined
  readonly kind: EventKind
  readonly title: string
  readonly version?: string | undefined
  readonly instances?: readonly string[] | undefined
  readonly link?: string | undefined
}

/** Adds an event to a project of the caller, its own or shared with it. */
export async function addEvent(ctx: Context, caller: Caller, request: NewEvent): Promise<Event> {
  const { source, project } = await findReadableProject(ctx, caller, request.projectName)
  const isOwner = source.ownerId === caller.accountId
  if (project.isDemo && !isOwner) throw new DomainError('FORBIDDEN', { message: NOT_THE_DEMO })
  const now = ctx.clock.now()
  const checked = checkEvent({ ...request, at: request.at ?? now }, now)
  const row = await insertEvent(ctx, {
    ...checked,
    sourceId: source.id,
    by: caller.userName,
    accountId: caller.accountId,
  })
  return toEvent(row, { accountId: caller.accountId, isOwner })
}

const NOT_THE_DEMO = { en: 'Nothing can be added to the demo.', 'zh-CN': '无法向演示项目添加内容。' }

interface Insertion extends CheckedEvent {
  readonly sourceId: string
  readonly by: string
  readonly accountId: string | null
  /** What a service calls it. */
  readonly key?: string
}

/** The event of that key where there is one. VALIDATION_FAILED where the project has as many later ones as it keeps. */
export async function insertEvent(ctx: Pick<Context, 'db' | 'clock' | 'random'>, event: Insertion): Promise<EventRow> {
  const row = { ...event, id: `ev_${ctx.random.secret(9)}`, key: event.key ?? null, createdAt: ctx.clock.now() }
  return ctx.db.transaction(async (tx) => {
    const [added] = await tx.insert(events).values(row).onConflictDoNothing().returning()
    if (added === undefined) return (await tx.select().from(events).where(isOf(event)))[0]!
    const beyond = tx
      .select({ id: events.id })
      .from(events)
      .where(eq(events.sourceId, event.sourceId))
      .orderBy(desc(events.at), desc(events.id))
      .offset(MAX_EVENTS)
    const deleted = await tx.delete(events).where(inArray(events.id, beyond)).returning({ id: events.id })
    if (deleted.some(({ id }) => id === added.id)) throw tooOld()
    return added
  })
}

function tooOld(): DomainError {
  const max = MAX_EVENTS.toLocaleString('en')
  return invalidField('at', `must not be before the latest ${max} events of the project`, {
    sentence: {
      en: `A project keeps its latest ${max} events, and has as many that are later.`,
      'zh-CN': `项目仅保留最近的 ${max} 个事件，而更晚的事件已达此数量。`,
    },
  })
}

function isOf({ sourceId, key }: Pick<Insertion, 'sourceId' | 'key'>) {
  return and(eq(events.sourceId, sourceId), eq(events.key, key ?? ''))
}
