import type { Context } from '../context.ts'
import { joinSpans, type Span } from './store-batch.ts'

/** Announces to live detection what was fetched, later: while many projects are due, scoring would take the processors from fetching. */
export interface Announcements {
  /** The times of the first and the last sample. */
  add(sourceId: string, span: Span): void
  /** Announces all that waits. */
  flush(): void
}

/** Where something is always due, nothing waits longer. */
const longestWaitMs = 5000

export function createAnnouncements({ arrivals }: Pick<Context, 'arrivals'>, waitMs = longestWaitMs): Announcements {
  const waiting = new Map<string, Span>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const [sourceId, { from, to }] of waiting) arrivals.announce(sourceId, from, to)
    waiting.clear()
  }
  return {
    add(sourceId, span) {
      waiting.set(sourceId, joinSpans(waiting.get(sourceId), span)!)
      timer ??= setTimeout(flush, waitMs)
    },
    flush,
  }
}
