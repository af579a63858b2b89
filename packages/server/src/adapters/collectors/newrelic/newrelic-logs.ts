import type { Clock } from '../../../ports/clock.ts'
import { type CollectedLine, type Collector, CollectorError } from '../../../ports/collector.ts'
import { severityOf } from '../../../protocols/severity.ts'
import { asText, type JsonObject } from '../json-fields.ts'
import { withNotes } from '../split-batches.ts'
import type { AskNrql, NrqlAnswer } from './nerdgraph-client.ts'
import type { NewRelicOptions } from './newrelic-options.ts'
import { withoutTime } from './nrql-clauses.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** What `LIMIT MAX` is, by account: an answer with so many rows may lack some. */
const ROW_LIMITS = [2000, 5000] as const

/** How long lines are kept depends on the account. */
const TRAITS = { lateMs: 2 * MINUTE_MS, maxWindowSteps: 60 } as const

/** Log lines. New Relic has no pages: a window that is too full is asked for in parts. */
export function createNewRelicLogs(options: NewRelicOptions, ask: AskNrql, clock: Clock): Collector {
  const queries = (options.nrql.length === 0 ? ['SELECT * FROM Log'] : options.nrql).map(withoutTime)

  async function* readWindow(query: string, from: number, to: number, signal: AbortSignal) {
    let spanMs = to - from
    for (let at = from; at < to; ) {
      const end = Math.min(to, at + spanMs)
      const answer = await ask(`${query} SINCE ${at} UNTIL ${end} LIMIT MAX`, signal)
      const isFull = ROW_LIMITS.some((limit) => answer.results.length === limit)
      if (isFull && end - at > 1) {
        spanMs = Math.ceil((end - at) / 2)
        continue
      }
      const { lines, notes } = readLogRows(answer, { from: at, to: end })
      if (isFull && lines.length === 0)
        throw new CollectorError('badAnswer', { providerText: 'The rows of the answer are not of the time asked for.' })
      if (isFull)
        notes.push(
          `More than ${answer.results.length} lines have the time ${new Date(at).toISOString()}; some of them are missing.`,
        )
      yield withNotes({ lines }, notes)
      at = end
      if (isFull || answer.results.length < ROW_LIMITS[0] / 2) spanMs *= 2
    }
  }

  return {
    traits: TRAITS,

    async test(signal) {
      const to = clock.now() + 1
      const from = to - HOUR_MS
      const { lines, notes } = readLogRows(await ask(`${queries[0]} SINCE ${from} UNTIL ${to} LIMIT 20`, signal), {
        from,
        to,
      })
      return withNotes({ lines }, notes)
    },

    choices: async () => [],

    async estimate(stepMs) {
      // Queries have no price of their own. A window with thousands of lines takes more of them.
      return {
        callsPerDay: Math.ceil(DAY_MS / stepMs) * queries.length,
        callsPerBackfilledDay: Math.ceil(DAY_MS / (TRAITS.maxWindowSteps * stepMs)) * queries.length,
      }
    },

    async *collect({ from, to }, _cursor, signal) {
      for (const query of queries) yield* readWindow(query, from, to, signal)
    },

    async close() {},
  }
}

/** The first of them that a row has: agents and forwarders name them differently. */
const INSTANCE_FIELDS = ['hostname', 'host', 'host.name', 'fullHostname', 'entity.name']
const SERVICE_FIELDS = ['service.name', 'service_name', 'service', 'appName', 'entity.name']
const LEVEL_FIELDS = ['level', 'log.level', 'severity', 'log_level', 'severity.text']

/** Log events from `from` up to `to`, the oldest first; New Relic has the newest first, those of one millisecond as well. */
export function readLogRows(
  { results, messages }: NrqlAnswer,
  { from, to }: { from: number; to: number },
): { lines: CollectedLine[]; notes: string[] } {
  const lines: CollectedLine[] = []
  let dropped = 0
  for (const row of results.toReversed()) {
    const { timestamp, message, messageId: _, ...others } = row
    if (typeof timestamp !== 'number') dropped++
    else if (timestamp >= from && timestamp < to) {
      const instance = firstOf(row, INSTANCE_FIELDS)
      const service = firstOf(row, SERVICE_FIELDS)
      lines.push({
        time: timestamp,
        ...(instance && { instance }),
        ...(service && { service }),
        severity: severityOf(firstOf(row, LEVEL_FIELDS)),
        line: asText(message) ?? JSON.stringify(others),
        ...(Object.keys(others).length > 0 && { attributes: others }),
      })
    }
  }
  const notes = dropped > 0 ? [`${dropped} of ${results.length} log events have no time and were left out.`] : []
  return { lines: lines.sort((a, b) => a.time - b.time), notes: [...messages, ...notes] }
}

function firstOf(row: JsonObject, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const text = asText(row[field])
    if (text !== undefined) return text
  }
  return undefined
}
