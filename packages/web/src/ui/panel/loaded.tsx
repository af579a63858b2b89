import { type ReactNode, useRef } from 'react'
import { isOutage } from '../../lib/api/outage.ts'
import { ProblemNotice } from '../problem-notice/problem-notice.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; isError: boolean; refetch: () => unknown }
  skeleton: ReactNode
  title?: string
  /** Instead of the error with a retry button. */
  failed?: (error: unknown, retry: () => void) => ReactNode
  children: (data: T) => ReactNode
}

/**
 * Shows data, else the error with a retry button, else a skeleton. Old data stays visible while new data loads. While the server is
 * not reached it shows what was read last, with another filter or page if need be: the notice of the page says so, once for all.
 */
export function Loaded<T>({ query, skeleton, title, failed, children }: LoadedProps<T>): ReactNode {
  const last = useRef(query.data)
  if (query.data !== undefined) {
    last.current = query.data
    return children(query.data)
  }
  if (query.isError && !isOutage(query.error)) {
    const retry = () => void query.refetch()
    return (
      failed?.(query.error, retry) ?? (
        <ProblemNotice error={query.error} onRetry={retry} {...(title !== undefined && { title })} />
      )
    )
  }
  return query.isError && last.current !== undefined ? children(last.current) : skeleton
}
