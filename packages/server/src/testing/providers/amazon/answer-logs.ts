import { type PageMode, pageThrough } from '../page-through.ts'
import { seededValue } from '../seeded-value.ts'
import { AmazonFault } from './amazon-fault.ts'
import { requireFields } from './require-fields.ts'

export interface LogState {
  readonly logGroups: readonly string[]
  /** Between two events of a stream. */
  readonly eventMs: number
  readonly pageSize: number | undefined
  readonly pageMode: PageMode
}

export interface LogEvent {
  readonly logStreamName: string
  readonly timestamp: number
  readonly message: string
  readonly ingestionTime: number
  readonly eventId: string
}

const LOG_STREAMS: readonly string[] = ['web-1', 'web-2']
const EVENTS_A_PAGE = 10_000
const GROUPS_A_PAGE = 50

/** Events from `from` up to, and including, `to`: CloudWatch Logs includes both. */
export function eventsOf(group: string, from: number, to: number, eventMs: number): LogEvent[] {
  const events: LogEvent[] = []
  for (let timestamp = Math.ceil(from / eventMs) * eventMs; timestamp <= to; timestamp += eventMs)
    for (const logStreamName of LOG_STREAMS) {
      const message = `GET /orders ${group} took ${seededValue(group + logStreamName, timestamp)} ms`
      const eventId = `${timestamp}${logStreamName.slice(-1)}`
      events.push({ logStreamName, timestamp, message, ingestionTime: timestamp + 500, eventId })
    }
  return events
}

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html */
export function filterLogEvents(request: Record<string, unknown>, state: LogState): unknown {
  requireFields(
    request,
    [],
    ['logGroupName', 'logGroupIdentifier', 'startTime', 'endTime', 'nextToken', 'limit', 'filterPattern'],
  )
  const group = String(request.logGroupName ?? nameOf(request.logGroupIdentifier))
  if (!state.logGroups.includes(group))
    throw new AmazonFault(400, 'ResourceNotFoundException', 'The specified log group does not exist.')
  const events = eventsOf(group, Number(request.startTime), Number(request.endTime), state.eventMs)
  const { items, nextToken } = pageThrough(events, {
    token: request.nextToken as string | undefined,
    size: Math.min(state.pageSize ?? EVENTS_A_PAGE, Number(request.limit ?? EVENTS_A_PAGE)),
    mode: state.pageMode,
  })
  return { events: items, searchedLogStreams: [], ...(nextToken !== undefined && { nextToken }) }
}

/** `arn:aws:logs:region:account:log-group:name`; the form with `:*` at its end is of policies and not taken. */
function nameOf(identifier: unknown): string {
  const name = /^arn:aws[\w-]*:logs:[\w-]+:\d{12}:log-group:([^:*]+)$/.exec(String(identifier))?.[1]
  if (name === undefined) throw new AmazonFault(400, 'InvalidParameterException', 'Invalid log group identifier.')
  return name
}

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_ListLogGroups.html */
export function listLogGroups(request: Record<string, unknown>, state: LogState): unknown {
  requireFields(request, [], ['nextToken', 'limit'])
  const { items, nextToken } = pageThrough(state.logGroups, {
    token: request.nextToken as string | undefined,
    size: state.pageSize ?? Number(request.limit ?? GROUPS_A_PAGE),
    mode: state.pageMode,
  })
  const logGroups = items.map((logGroupName) => ({ logGroupName, logGroupClass: 'STANDARD' }))
  return { logGroups, ...(nextToken !== undefined && { nextToken }) }
}
