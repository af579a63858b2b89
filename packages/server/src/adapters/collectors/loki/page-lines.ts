import { type CollectedBatch, CollectorError, type CollectWindow } from '../../../ports/collector.ts'
import { type PageLimit, withinLimit } from '../page-limit.ts'
import type { LokiApi } from './loki-api.ts'
import { type LokiLine, readLines } from './read-lines.ts'

/**
 * All lines of a window, the oldest first, a page each. A full page may end within lines of one time: those are left to the next page, which starts
 * with them, so that lines of one time always come together.
 */
export async function* pageLines(
  api: LokiApi,
  query: string,
  window: Pick<CollectWindow, 'from' | 'to'>,
  limit: PageLimit,
  signal: AbortSignal,
): AsyncGenerator<CollectedBatch> {
  const to = toNanos(window.to)
  for (let from = toNanos(window.from); from < to; ) {
    signal.throwIfAborted()
    const lines = await withinLimit(limit, readAllowed, async (max) => {
      const answer = await api.queryRange({ query, span: [from, to], limit: max, direction: 'forward' }, signal)
      return readLines(answer, query)
    })
    if (lines.some(({ at }) => at < from || at >= to)) throw new CollectorError('badAnswer')
    const isLast = lines.length < limit.lines
    const last = lines.at(-1)?.at ?? to
    const whole = isLast ? lines : lines.filter(({ at }) => at < last)
    if (whole.length > 0) yield { lines: whole.map(({ line }) => line) }
    else if (!isLast) yield onlyOneTime(lines, query)
    from = isLast ? to : whole.length > 0 ? last : last + 1n
  }
}

export function toNanos(ms: number): bigint {
  return BigInt(ms) * 1_000_000n
}

/** `limit > max_entries_limit_per_query (5000 > 1000)`; of older servers `max_entries_limit`. */
function readAllowed(text: string): number | undefined {
  const [, allowed] = /limit > max_entries_limit\w* \(\d+ > (\d+)\)/.exec(text) ?? []
  return allowed === undefined ? undefined : Number(allowed)
}

/** No request can tell lines of one time apart: what goes beyond a page cannot be had. */
function onlyOneTime(lines: readonly LokiLine[], query: string): CollectedBatch {
  const time = new Date(lines[0]!.line.time).toISOString()
  return {
    lines: lines.map(({ line }) => line),
    notes: [
      `${query} has ${lines.length} lines or more at ${time}, all in one nanosecond; what goes beyond was left out.`,
    ],
  }
}
