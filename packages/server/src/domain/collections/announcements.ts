import type { StopTimer } from '../../ports/clock.ts'
import type { Context } from '../context.ts'
import { joinSpans, type Span } from './store-batch.ts'

/** Delays announcing fetched data to live detection, so that scoring does not compete with fetching for the processors. */
export interface Announcements {
  /** The times of the first and the last sample. */
  add(sourceId: string, span: Span): void
  /** Begins to announce what waits: as many at a time as can be scored meanwhile, since those that are being scored all take memory. */
  begin(): void
  /** Announces all that waits. */
  flush(): void
}

/** Where something is always due, nothing waits longer before announcing begins. */
const LONGEST_WAIT_MS = 5000
const AT_ONCE = 8
const EVERY_MS = 100

export function createAnnouncements(
  { arrivals, clock }: Pick<Context, 'arrivals' | 'clock'>,
  waitMs = LONGEST_WAIT_MS,
): Announcements {
  const waiting = new Map<string, Span>()
  let stopTimer: StopTimer | undefined
  let hasBegun = false

  const announce = (count: number): void => {
    for (const [sourceId, { from, to }] of [...waiting].slice(0, count)) {
      waiting.delete(sourceId)
      arrivals.announce(sourceId, from, to)
    }
  }
  const announceNext = (): void => {
    announce(AT_ONCE)
    hasBegun = waiting.size > 0
    stopTimer = hasBegun ? clock.after(EVERY_MS, announceNext) : undefined
  }
  const begin = (): void => {
    if (hasBegun) return
    stopTimer?.()
    announceNext()
  }
  return {
    add(sourceId, span) {
      waiting.set(sourceId, joinSpans(waiting.get(sourceId), span)!)
      stopTimer ??= clock.after(waitMs, begin)
    },
    begin,
    flush() {
      stopTimer?.()
      stopTimer = undefined
      hasBegun = false
      announce(waiting.size)
    },
  }
}
