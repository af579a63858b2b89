import { requireIdempotencyKey } from '../header-value.ts'
import { type CallOptions, type CursorQuery, eachItem, given, type Paged } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { EventKind, ProjectEvent } from '../types.ts'

/** Events of a project, or of a time; both ends included, epoch milliseconds. */
export interface EventQuery extends CursorQuery {
  projectName: string
  from?: number | undefined
  to?: number | undefined
  kind?: EventKind | undefined
}

/** Something that changed. */
export interface NewEvent {
  projectName: string
  kind: EventKind
  /** In a line. */
  title: string
  /** Epoch milliseconds; now if omitted. */
  at?: number | undefined
  version?: string | undefined
  /** What changed; everything if omitted. */
  instances?: string[] | undefined
  link?: string | undefined
}

/** With the same key, an event is added once in 24 hours. */
export interface AddEventOptions extends CallOptions {
  idempotencyKey?: string | undefined
}

/** Changes to what projects watch: deployments, configuration and others. */
export interface Events {
  /** The latest first. */
  list(query: EventQuery, options?: CallOptions): Promise<Paged<ProjectEvent>>
  listAll(query: EventQuery, options?: CallOptions): AsyncGenerator<ProjectEvent, void, undefined>
  add(event: NewEvent, options?: AddEventOptions): Promise<ProjectEvent>
  /** One that the caller added, or of a project that it owns. */
  delete(id: string, options?: CallOptions): Promise<void>
}

/** The event operations of a client. */
export function events({ client, unwrap }: Transport): Events {
  const list: Events['list'] = async (query, options) => {
    const answer = await unwrap(client.GET('/events', { params: { query: given(query) }, ...options }))
    return { items: answer.events, ...answer.page }
  }
  return {
    list,
    listAll: (query, options) => eachItem((page, cursor) => list({ ...query, page, cursor }, options)),
    async add(event, { idempotencyKey, ...options } = {}) {
      const header = idempotencyKey === undefined ? {} : { 'Idempotency-Key': requireIdempotencyKey(idempotencyKey) }
      const request = { params: { header }, body: given(event), ...options }
      return (await unwrap(client.POST('/events', request))).event
    },
    async delete(id, options) {
      await unwrap(client.DELETE('/events/{id}', { params: { path: { id } }, ...options }))
    },
  }
}
