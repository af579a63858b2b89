import { type PageMode, pageThrough } from '../page-through.ts'
import { seededValue } from '../seeded-value.ts'
import { MACHINES, machineSeries } from './google-data.ts'
import { invalidArgument, requireKnown } from './google-fault.ts'
import { GOOGLE_PROJECT } from './service-account.ts'

export interface LoggingState {
  /** Between two entries of a machine. */
  readonly entryMs: number
  readonly pageSize: number | undefined
  readonly pageMode: PageMode
}

export interface LogEntry {
  readonly logName: string
  readonly resource: { readonly type: string; readonly labels: Readonly<Record<string, string>> }
  readonly timestamp: string
  readonly severity: 'DEFAULT' | 'ERROR'
  readonly insertId: string
  readonly textPayload?: string
  readonly jsonPayload?: Readonly<Record<string, unknown>>
}

const ENTRIES_A_PAGE = 50
const MAX_PAGE_SIZE = 1000
/** Below the millisecond, of the second machine. */
export const ENTRY_NANOS = 456_789

/** Entries from `from` up to, not including, `to`: text of the first machine, errors as JSON of the second. */
export function entriesOf(from: number, to: number, entryMs: number): LogEntry[] {
  const entries: LogEntry[] = []
  for (let time = Math.ceil(from / entryMs) * entryMs; time < to; time += entryMs)
    for (const [index, machine] of MACHINES.entries()) {
      const text = `GET /orders took ${seededValue(machine, time)} ms`
      const stamp = new Date(time).toISOString()
      entries.push({
        logName: `projects/${GOOGLE_PROJECT}/logs/shop%2Fweb`,
        resource: machineSeries(machine).resource,
        timestamp: index === 0 ? stamp : stamp.replace('Z', `${ENTRY_NANOS}Z`),
        severity: index === 0 ? 'DEFAULT' : 'ERROR',
        insertId: `${time}-${index}`,
        ...(index === 0 ? { textPayload: text } : { jsonPayload: { message: text, status: 500 } }),
      })
    }
  return entries
}

const TIMESTAMP_PART = /timestamp ?(>=|<) ?"([^"]+)"/g

/** https://cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list; of filters only what is needed here. */
export function listEntries(body: string, state: LoggingState): unknown {
  const request = JSON.parse(body) as Record<string, unknown>
  requireKnown(Object.keys(request), ['resourceNames', 'filter', 'orderBy', 'pageSize', 'pageToken'])
  const { resourceNames, filter, orderBy, pageSize = ENTRIES_A_PAGE, pageToken } = request
  if (!Array.isArray(resourceNames) || resourceNames[0] !== `projects/${GOOGLE_PROJECT}`)
    throw invalidArgument('One or more resource names must be specified.')
  if (Number(pageSize) > MAX_PAGE_SIZE) throw invalidArgument('page_size is too large.')
  const bounds = new Map(
    [...String(filter).matchAll(TIMESTAMP_PART)].map(([, sign, time]) => [sign, Date.parse(time!)]),
  )
  const rest = String(filter)
    .replace(TIMESTAMP_PART, '')
    .replace(/resource\.type ?= ?"gce_instance"|--.*\n|\(|severity>=ERROR|\)|\bAND\b|\s/g, '')
  if (rest !== '') throw invalidArgument(`Unparseable filter: syntax error near "${rest}"`)
  const found = entriesOf(bounds.get('>=') ?? 0, bounds.get('<') ?? Date.now(), state.entryMs).filter(
    ({ severity }) => !String(filter).includes('severity>=ERROR') || severity === 'ERROR',
  )
  if (orderBy === 'timestamp desc') found.reverse()
  const { items, nextToken } = pageThrough(found, {
    token: pageToken as string | undefined,
    size: state.pageSize ?? Number(pageSize),
    mode: state.pageMode,
  })
  return { ...(items.length > 0 && { entries: items }), ...(nextToken !== undefined && { nextPageToken: nextToken }) }
}
