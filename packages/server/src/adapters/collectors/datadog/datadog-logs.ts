import type { Clock } from '../../../ports/clock.ts'
import { type CollectedLine, type Collector, CollectorError } from '../../../ports/collector.ts'
import { severityOf } from '../../../protocols/severity.ts'
import { followPages } from '../follow-pages.ts'
import { asArray, asObject, asText, isTextArray } from '../json-fields.ts'
import { withNotes } from '../split-batches.ts'
import type { DatadogClient } from './datadog-client.ts'
import type { DatadogOptions } from './datadog-options.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** https://docs.datadoghq.com/logs/guide/collect-multiple-logs-with-pagination/ */
const PAGE_SIZE = 1000

/** How long events are kept depends on their index. */
const TRAITS = { lateMs: 2 * MINUTE_MS, maxWindowSteps: 60 } as const

/** Log events that a search finds, page by page. */
export function createDatadogLogs({ query: searches }: DatadogOptions, client: DatadogClient, clock: Clock): Collector {
  const query = searches.length < 2 ? (searches[0] ?? '*') : searches.map((search) => `(${search})`).join(' OR ')
  return {
    traits: TRAITS,

    async test(signal) {
      const to = clock.now() + 1
      const span = { from: to - HOUR_MS, to }
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
        callsPerDay: Math.ceil(DAY_MS / stepMs),
        callsPerBackfilledDay: Math.ceil(DAY_MS / (TRAITS.maxWindowSteps * stepMs)),
      }
    },

    async *collect({ from, to }, _cursor, signal) {
      yield* followPages(async (cursor) => {
        const answer = readLogAnswer(await client.searchLogs({ query, from, to, limit: PAGE_SIZE, cursor }, signal), {
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

interface LogAnswer {
  readonly lines: readonly CollectedLine[]
  readonly notes: readonly string[]
  /** Of the next page. */
  readonly cursor?: string
}

/** `POST /api/v2/logs/events/search`, its lines from `from` up to `to`. A search that Datadog gave up is an error: lines would be missing. */
export function readLogAnswer(json: unknown, { from, to }: { from: number; to: number }): LogAnswer {
  const answer = asObject(json)
  const events = asArray(answer?.data)
  if (events === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no data.' })
  const meta = asObject(answer?.meta)
  if (meta?.status === 'timeout')
    throw new CollectorError('timeout', { providerText: 'The search took Datadog too long and is incomplete.' })
  const lines: CollectedLine[] = []
  let dropped = 0
  for (const event of events) {
    const line = readEvent(asObject(event)?.attributes)
    if (line === undefined) dropped++
    else if (line.time >= from && line.time < to) lines.push(line)
  }
  const notes = (asArray(meta?.warnings) ?? []).flatMap((warning) => asText(asObject(warning)?.detail) ?? [])
  if (dropped > 0) notes.push(`${dropped} of ${events.length} log events have no time and were left out.`)
  const cursor = asText(asObject(meta?.page)?.after)
  return { lines, notes, ...(cursor && { cursor }) }
}

function readEvent(attributes: unknown): CollectedLine | undefined {
  const event = asObject(attributes)
  const time = Date.parse(asText(event?.timestamp) ?? '')
  if (event === undefined || Number.isNaN(time)) return undefined
  const instance = asText(event.host)
  const service = asText(event.service)
  const own = asObject(event.attributes)
  const tags = isTextArray(event.tags) && event.tags.length > 0 ? { tags: event.tags } : undefined
  return {
    time,
    ...(instance && { instance }),
    ...(service && { service }),
    severity: severityOf(event.status === 'ok' ? 'info' : event.status),
    line: asText(event.message) ?? JSON.stringify(own ?? {}),
    ...((own || tags) && { attributes: { ...own, ...tags } }),
  }
}
