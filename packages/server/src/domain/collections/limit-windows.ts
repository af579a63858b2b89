import type { Clock } from '../../ports/clock.ts'
import { type CollectedBatch, type Collector, CollectorError } from '../../ports/collector.ts'

/** What was asked, or the reason of the signal, whichever is first: also where what was asked ignores the signal. */
export async function untilAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([aborted, asked])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * The collector, for which a window may be waited for this long altogether: a service that answers drop by drop is no different from one that
 * does not answer. Of what is followed, which has no end, each batch may take as long.
 */
export function limitWindows(collector: Collector, limitMs: number, clock: Clock): Collector {
  return {
    get traits() {
      return collector.traits
    },
    test: (signal) => collector.test(signal),
    choices: (search, signal) => collector.choices(search, signal),
    estimate: (stepMs, signal) => collector.estimate(stepMs, signal),
    close: () => collector.close(),
    async *collect(window, cursor, signal) {
      const ending = new AbortController()
      const stop = (): void => ending.abort(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      const { isFollowing = false } = collector.traits
      const batches = collector.collect(window, cursor, ending.signal)[Symbol.asyncIterator]()
      try {
        yield* readWithin(batches, { limitMs, isFollowing, ending, clock })
      } finally {
        signal.removeEventListener('abort', stop)
        // Not waited for: it may never return
        batches.return?.().catch(() => {})
      }
    },
  }
}

interface Limit {
  readonly limitMs: number
  readonly isFollowing: boolean
  readonly ending: AbortController
  readonly clock: Clock
}

/** Time in which batches are stored does not count. */
async function* readWithin(
  batches: AsyncIterator<CollectedBatch>,
  { limitMs, isFollowing, ending, clock }: Limit,
): AsyncGenerator<CollectedBatch> {
  let leftMs = limitMs
  for (;;) {
    const askedAt = clock.monotonic()
    const stopTimer = clock.after(leftMs, () => ending.abort(new CollectorError('timeout')))
    const next = await untilAborted(batches.next(), ending.signal).finally(stopTimer)
    if (next.done) return
    if (!isFollowing) leftMs = Math.max(0, leftMs - (clock.monotonic() - askedAt))
    yield next.value
  }
}
