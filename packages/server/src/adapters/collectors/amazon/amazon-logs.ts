import {
  type CloudWatchLogsClient,
  type FilteredLogEvent,
  FilterLogEventsCommand,
  ListLogGroupsCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import type { Clock } from '../../../ports/clock.ts'
import {
  type Choices,
  type CollectedBatch,
  type CollectedLine,
  type Collector,
  CollectorError,
} from '../../../ports/collector.ts'
import { findChoices } from '../find-choices.ts'
import { followPages } from '../follow-pages.ts'
import { MAX_BATCH_SIZE } from '../split-batches.ts'
import type { AmazonSession } from './amazon-session.ts'

/** Pages without events are normal where a time range has few. */
const MAX_EMPTY_PAGES = 1000
/** A window is fetched again as a whole where a page of it fails. */
const MAX_WINDOW_STEPS = 60
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The newest lines are looked for in the last minute, then further back. */
const TESTED_SPANS_MS = [MINUTE_MS, 60 * MINUTE_MS, DAY_MS]
const TESTED = { lines: 20, pages: 10 }
const NO_GROUP = 'No log group is chosen.'
const GROUPS_PER_PAGE = 1000
const MAX_LISTED_PAGES = 400

export function openAmazonLogs(
  session: AmazonSession<CloudWatchLogsClient>,
  logGroups: readonly string[],
  clock: Clock,
): Collector {
  /** Events from `from` up to, not including, `to`. */
  function pagesOf(group: string, from: number, to: number, signal: AbortSignal) {
    return followPages(
      async (token) => {
        const command = new FilterLogEventsCommand({
          ...(group.startsWith('arn:') ? { logGroupIdentifier: group.replace(/:\*$/, '') } : { logGroupName: group }),
          startTime: from,
          endTime: to - 1,
          limit: MAX_BATCH_SIZE,
          ...(token !== undefined && { nextToken: token }),
        })
        const ask = (client: CloudWatchLogsClient, abortSignal: AbortSignal) => client.send(command, { abortSignal })
        const { events: items, nextToken } = await session.call(ask, signal)
        if (!Array.isArray(items)) throw badAnswer('FilterLogEvents has no events.')
        return { items, isEmpty: items.length === 0, cursor: nextToken || undefined }
      },
      { maxEmptyPages: MAX_EMPTY_PAGES },
    )
  }

  async function* collect(from: number, to: number, signal: AbortSignal): AsyncGenerator<CollectedBatch> {
    if (logGroups.length === 0) throw new CollectorError('query', { providerText: NO_GROUP })
    for (const group of logGroups)
      for await (const events of pagesOf(group, from, to, signal)) {
        const lines = events.flatMap((event) => toLine(group, event) ?? [])
        const rejected = events.length - lines.length
        if (events.length === 0) continue
        yield {
          lines: lines.filter(({ time }) => time >= from && time < to),
          ...(rejected > 0 && { notes: [`${group}: events without a time or text were left out (${rejected}).`] }),
        }
      }
    signal.throwIfAborted()
  }

  async function newestOf(group: string, signal: AbortSignal): Promise<CollectedLine[]> {
    const to = clock.now()
    for (const spanMs of TESTED_SPANS_MS) {
      let lines: CollectedLine[] = []
      let pages = 0
      for await (const events of pagesOf(group, to - spanMs, to, signal)) {
        lines = [...lines, ...events.flatMap((event) => toLine(group, event) ?? [])].slice(-TESTED.lines)
        if (++pages === TESTED.pages) break
      }
      if (lines.length > 0) return lines
    }
    return []
  }

  return {
    // Agents send every few seconds; what comes later than this is rare.
    traits: { lateMs: 2 * MINUTE_MS, maxWindowSteps: MAX_WINDOW_STEPS },
    async test(signal) {
      if (logGroups.length === 0) return { lines: [], notes: [NO_GROUP] }
      const each = Math.max(1, Math.floor(TESTED.lines / logGroups.length))
      const lines: CollectedLine[] = []
      for (const group of logGroups) lines.push(...(await newestOf(group, signal)).slice(-each))
      return { lines: lines.slice(0, TESTED.lines) }
    },
    async choices(search, signal) {
      try {
        return await chooseLogGroups(session, search, signal)
      } catch (error) {
        // Names can be typed: keys need not be allowed to list.
        if (error instanceof CollectorError && error.fault === 'permission') return []
        throw error
      }
    },
    // Reading by FilterLogEvents is not charged; CloudWatch Logs charges what is sent to it and what it stores.
    estimate: async (stepMs) => ({
      callsPerDay: Math.ceil((logGroups.length * DAY_MS) / stepMs),
      callsPerBackfilledDay: Math.max(1, Math.ceil((logGroups.length * DAY_MS) / (stepMs * MAX_WINDOW_STEPS))),
    }),
    collect: ({ from, to }, _cursor, signal) => collect(from, to, signal),
    close: async () => {},
  }
}

/** A stream of a function, one of which is made for each start: it tells no machine from another. */
const FUNCTION_STREAM = /^\d{4}\/\d{2}\/\d{2}\/\[/

function toLine(group: string, { timestamp, message, logStreamName }: FilteredLogEvent): CollectedLine | undefined {
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp) || typeof message !== 'string') return undefined
  return {
    time: timestamp,
    service: nameOf(group),
    ...(logStreamName && !FUNCTION_STREAM.test(logStreamName) && { instance: logStreamName }),
    line: message.trimEnd(),
    ...(logStreamName && { attributes: { logStream: logStreamName } }),
  }
}

/** Of a name or an ARN. */
function nameOf(group: string): string {
  return /^arn:.*:log-group:([^:]+)/.exec(group)?.[1] ?? group
}

async function chooseLogGroups(
  session: AmazonSession<CloudWatchLogsClient>,
  search: string,
  signal: AbortSignal,
): Promise<Choices[]> {
  const names: string[] = []
  let pages = 0
  const listed = followPages(async (token) => {
    const command = new ListLogGroupsCommand({
      limit: GROUPS_PER_PAGE,
      ...(token !== undefined && { nextToken: token }),
    })
    const ask = (client: CloudWatchLogsClient, abortSignal: AbortSignal) => client.send(command, { abortSignal })
    const { logGroups: items, nextToken } = await session.call(ask, signal)
    if (!Array.isArray(items)) throw badAnswer('ListLogGroups has no logGroups.')
    return { items, isEmpty: items.length === 0, cursor: nextToken || undefined }
  })
  for await (const groups of listed) {
    names.push(...groups.flatMap(({ logGroupName }) => logGroupName ?? []))
    if (++pages === MAX_LISTED_PAGES) break
  }
  const groups = names.map((id) => ({ id }))
  return [findChoices('logGroups', groups, search)]
}

function badAnswer(text: string): CollectorError {
  return new CollectorError('badAnswer', { providerText: text })
}
