import type { DashboardIncidents, IncidentFamily } from '@omen/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import type { ORDER_NAMES, TAB_NAMES, TIME_NAMES } from './list-atoms.ts'

const DAY_MS = 86_400_000
const TIMES_MS = { '7d': 7, '30d': 30, '90d': 90, '1y': 365, '5y': 1825 } as const

/** How often the list is read again, in milliseconds. */
const REFRESH_MS = 15_000
/** The end of the time shown moves on in such steps, so that a page of the list stays the same one meanwhile. */
const STEP_MS = 60_000
export const PAGE_SIZE = 100

/** What the list shows. */
export interface ListShown {
  tab: (typeof TAB_NAMES)[number]
  time: (typeof TIME_NAMES)[number]
  order: (typeof ORDER_NAMES)[number]
  q: string
  /** Address of the only project; empty for all. */
  project: string
  families: readonly IncidentFamily[]
  isFolded: boolean
  /** Key of incidents that repeat each other; empty for all. */
  repeats: string
  locale: string
}

/** A page of the list; its first one also has the counts of the tabs. */
export const listQuery = (shown: ListShown, page: number) =>
  queryOptions({
    queryKey: queryKeys.incidents.list(shown, page),
    queryFn: ({ signal }) => omen.incidents.list({ ...requestOf(shown, Date.now()), page }, { signal }),
    refetchInterval: pollEvery(REFRESH_MS),
    placeholderData: keepPreviousData<DashboardIncidents>,
  })

const requestOf = (shown: ListShown, now: number) => {
  const to = Math.ceil(now / STEP_MS) * STEP_MS
  const { tab, time, order, q, project, families, isFolded, repeats } = shown
  return {
    tab,
    order,
    pageSize: PAGE_SIZE,
    to,
    from: to - TIMES_MS[time] * DAY_MS,
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(project !== '' && { projectName: project }),
    ...(families.length > 0 && { family: [...families] }),
    ...(repeats === '' ? isFolded && { fold: true } : { repeatKey: repeats }),
  }
}
