import type { Clock } from '../../../ports/clock.ts'
import type { Collector } from '../../../ports/collector.ts'
import { followPages } from '../follow-pages.ts'
import { withNotes } from '../split-batches.ts'
import type { DatadogClient } from './datadog-client.ts'
import type { DatadogOptions } from './datadog-options.ts'
import { readLogAnswer } from './read-log-answer.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** https://docs.datadoghq.com/logs/guide/collect-multiple-logs-with-pagination/ */
const pageSize = 1000

/** How long events are kept depends on their index. */
const traits = { lateMs: 2 * minuteMs, maxWindowSteps: 60 } as const

/** Log events that a search finds, page by page. */
export function createDatadogLogs({ query: searches }: DatadogOptions, client: DatadogClient, clock: Clock): Collector {
  const query = searches.length < 2 ? (searches[0] ?? '*') : searches.map((search) => `(${search})`).join(' OR ')
  return {
    traits,

    async test(signal) {
      const to = clock.now() + 1
      const span = { from: to - hourMs, to }
      const { lines, notes } = readLogAnswer(
        await client.searchLogs({ ...span, query, newestFirst: true, limit: 20 }, signal),
        span,
      )
      return withNotes({ lines }, notes)
    },

    choices: async () => [],

    async estimate(stepMs) {
      // Reading is not charged: https://www.datadoghq.com/pricing/ has no price of API calls. Each 1,000 lines take one more.
      return {
        callsPerDay: Math.ceil(dayMs / stepMs),
        callsPerBackfilledDay: Math.ceil(dayMs / (traits.maxWindowSteps * stepMs)),
      }
    },

    async *collect({ from, to }, _cursor, signal) {
      yield* followPages(async (cursor) => {
        const answer = readLogAnswer(await client.searchLogs({ query, from, to, limit: pageSize, cursor }, signal), {
          from,
          to,
        })
        const { lines, notes } = answer
        return {
          items: withNotes({ lines }, notes),
          isEmpty: lines.length === 0,
          cursor: answer.cursor,
        }
      })
    },

    async close() {},
  }
}
