import type { ListedIncident } from '@omen/sdk'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ListShown, listQuery, PAGE_SIZE } from './list-query.ts'

/** The rows at some places of the list, read page by page as they come into view; absent while they load. */
export const useListRows = (shown: ListShown, places: readonly number[]): ReadonlyMap<number, ListedIncident> => {
  const first = Math.floor((places[0] ?? 0) / PAGE_SIZE)
  const last = Math.floor((places.at(-1) ?? 0) / PAGE_SIZE)
  const pages = useMemo(() => Array.from({ length: last - first + 1 }, (_, index) => first + index), [first, last])
  const answers = useQueries({ queries: pages.map((page) => listQuery(shown, page + 1)) })
  const rows = new Map<number, ListedIncident>()
  for (const [index, page] of pages.entries()) {
    const { data, isPlaceholderData } = answers[index] ?? {}
    // What is kept meanwhile is another page, unless it is the first of another filter
    if (data === undefined || (isPlaceholderData === true && data.page.page !== page + 1)) continue
    for (const [at, incident] of data.incidents.entries()) rows.set(page * PAGE_SIZE + at, incident)
  }
  return rows
}
