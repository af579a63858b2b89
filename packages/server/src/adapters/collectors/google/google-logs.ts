import type { Clock } from '../../../ports/clock.ts'
import { type CollectedBatch, type CollectedLine, type Collector, CollectorError } from '../../../ports/collector.ts'
import { severityOf } from '../../../protocols/severity.ts'
import { followPages } from '../follow-pages.ts'
import { asArray, asObject, asText, type JsonObject } from '../json-fields.ts'
import type { GoogleSession } from './google-session.ts'
import { projectTypeOf } from './project-types.ts'
import { labelsOf } from './to-google-series.ts'

/** The most that Cloud Logging gives at once; it allows 60 such requests a minute. */
const PAGE_SIZE = 1000
/** A page may be empty because the search is not finished. */
const MAX_EMPTY_PAGES = 200
/** A window is fetched again as a whole where one of its pages is throttled, and 60 pages a minute are allowed. */
const MAX_WINDOW_STEPS = 10
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const TESTED = { lines: 20, spanMs: DAY_MS }

export interface GoogleLogsOptions {
  readonly projectId: string
  /** Empty for all resources. */
  readonly projectType: string
  /** In Logging's query language. */
  readonly logFilter: string | undefined
  /** `https://logging.googleapis.com`. */
  readonly base: string
}

export function openGoogleLogs(
  session: GoogleSession,
  { projectId, projectType, logFilter, base }: GoogleLogsOptions,
  clock: Clock,
): Collector {
  const chosen = [
    ...(projectType === '' ? [] : [`resource.type = ${JSON.stringify(projectType)}`]),
    // The filter may end with a comment.
    ...(logFilter?.trim() ? [`(${logFilter.trim()}\n)`] : []),
  ]

  /** https://cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list, from `from` up to, not including, `to`. */
  function pagesOf(from: number, to: number, order: { orderBy: string; pageSize: number }, signal: AbortSignal) {
    const times = [`timestamp >= "${new Date(from).toISOString()}"`, `timestamp < "${new Date(to).toISOString()}"`]
    return followPages(
      async (pageToken) => {
        const filter = [...times, ...chosen].join(' AND ')
        const body = { resourceNames: [`projects/${projectId}`], filter, ...order, ...(pageToken && { pageToken }) }
        const page = await session.ask({ url: `${base}/v2/entries:list`, body }, signal)
        const entries = page.entries === undefined ? [] : asArray(page.entries)
        if (entries === undefined)
          throw new CollectorError('badAnswer', { providerText: 'The answer has no list of entries.' })
        return { items: readEntries(entries), isEmpty: entries.length === 0, cursor: asText(page.nextPageToken) }
      },
      { maxEmptyPages: MAX_EMPTY_PAGES },
    )
  }

  async function* collect(from: number, to: number, signal: AbortSignal): AsyncGenerator<CollectedBatch> {
    for await (const { lines, notes } of pagesOf(from, to, { orderBy: 'timestamp asc', pageSize: PAGE_SIZE }, signal)) {
      if (lines.length === 0 && notes.length === 0) continue
      yield { lines: lines.filter(({ time }) => time >= from && time < to), ...(notes.length > 0 && { notes }) }
      signal.throwIfAborted()
    }
  }

  return {
    // Entries are found within seconds; agents hold some back for a minute.
    traits: { lateMs: 2 * MINUTE_MS, maxWindowSteps: MAX_WINDOW_STEPS },
    async test(signal) {
      const to = clock.now()
      const order = { orderBy: 'timestamp desc', pageSize: TESTED.lines }
      const lines: CollectedLine[] = []
      for await (const page of pagesOf(to - TESTED.spanMs, to, order, signal)) {
        lines.push(...page.lines)
        if (lines.length >= TESTED.lines) break
      }
      return { lines: lines.slice(0, TESTED.lines).reverse() }
    },
    choices: async () => [],
    // Reading is not charged: https://cloud.google.com/stackdriver/pricing. Each 1,000 lines take one more call.
    estimate: async (stepMs) => ({
      callsPerDay: Math.ceil(DAY_MS / stepMs),
      callsPerBackfilledDay: Math.ceil(DAY_MS / (stepMs * MAX_WINDOW_STEPS)),
    }),
    collect: ({ from, to }, _cursor, signal) => collect(from, to, signal),
    close: async () => {},
  }
}

function readEntries(entries: readonly unknown[]): { lines: CollectedLine[]; notes: string[] } {
  const lines = entries.flatMap((entry) => readLogEntry(entry) ?? [])
  const rejected = entries.length - lines.length
  return { lines, notes: rejected > 0 ? [`Entries without a time or text were left out (${rejected}).`] : [] }
}

const TIME_PARTS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d{1,9}))?/

/** https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry; undefined where it has no time or no text. */
export function readLogEntry(value: unknown): CollectedLine | undefined {
  const entry = asObject(value)
  const stamp = asText(entry?.timestamp) ?? ''
  const time = Date.parse(stamp)
  const line = entry && textOf(entry)
  if (entry === undefined || line === undefined || Number.isNaN(time)) return undefined
  const nanos = Number((TIME_PARTS.exec(stamp)?.[1] ?? '').padEnd(9, '0').slice(3))
  const labels = { ...labelsOf(entry.resource), ...labelsOf(entry) }
  const type = projectTypeOf(asText(asObject(entry.resource)?.type) ?? '')
  const instance = type.instance.find((name) => labels[name] !== undefined)
  const service = (type.service && labels[type.service]) ?? logIdOf(entry)
  const payload = asObject(entry.jsonPayload)
  return {
    time: Math.floor(time),
    ...(nanos > 0 && { nanos }),
    ...(instance !== undefined && { instance: labels[instance]! }),
    ...(service && { service }),
    severity: severityOf(asText(entry.severity)),
    line,
    attributes: { ...labels, ...payload },
  }
}

function textOf(entry: JsonObject): string | undefined {
  const text = asText(entry.textPayload)
  if (text !== undefined) return text.trimEnd()
  const payload = asObject(entry.jsonPayload) ?? asObject(entry.protoPayload)
  const message = asText(payload?.message) ?? asText(payload?.msg)
  if (message !== undefined) return message.trimEnd()
  if (payload !== undefined) return JSON.stringify(payload)
  const request = asObject(entry.httpRequest)
  return request && [request.requestMethod, request.requestUrl, request.status].filter(Boolean).join(' ')
}

/** `projects/p/logs/shop%2Fweb` is `shop/web`. */
function logIdOf({ logName }: JsonObject): string | undefined {
  const id = /\/logs\/(.+)$/.exec(asText(logName) ?? '')?.[1]
  return id?.replaceAll('%2F', '/')
}
