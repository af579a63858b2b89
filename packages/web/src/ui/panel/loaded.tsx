import type { ReactNode } from 'react'
import { ProblemNotice } from '../problem-notice/problem-notice.tsx'

interface LoadedProps<T> {
  query: { data: T | undefined; error: unknown; isError: boolean; refetch: () => unknown }
  skeleton: ReactNode
  title?: string
  children: (data: T) => ReactNode
}

/** Shows data, else the error with a retry button, else a skeleton. Old data stays visible while new data loads. */
export function Loaded<T>({ query, skeleton, title, children }: LoadedProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <ProblemNotice error={query.error} onRetry={() => void query.refetch()} {...(title !== undefined && { title })} />
    )
  }
  return skeleton
}
