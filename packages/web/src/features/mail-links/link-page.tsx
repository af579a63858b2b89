import { ApiProblem } from '@omen/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { OpenShell } from '../../ui/open-shell/open-shell.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { ProblemNotice } from '../../ui/problem-notice/problem-notice.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import styles from './link-page.module.css'

/** What the page of a link shows, and how it acts. */
export interface LinkActions<T> {
  data: T
  act: (action: (token: string) => Promise<T>) => void
  isActing: boolean
}

interface LinkPageProps<T> {
  title: string
  /** What is said of a link that is not valid. */
  invalid: string
  queryKey: (token: string) => string[]
  read: (token: string) => Promise<T>
  children: (link: LinkActions<T>) => ReactNode
}

/** The page behind a link in a mail: it says what the link is about, and acts only when asked to. */
export function LinkPage<T>({ title, invalid, queryKey, read, children }: LinkPageProps<T>): ReactNode {
  const token = useSearchParams()[0].get('token') ?? ''
  const client = useQueryClient()
  const link = useQuery({
    queryKey: queryKey(token),
    queryFn: () => read(token),
    retry: (failures, error) => !(error instanceof ApiProblem) && failures < 2,
  })
  const change = useMutation({
    mutationFn: (action: (token: string) => Promise<T>) => action(token),
    onSuccess: (data) => client.setQueryData(queryKey(token), data),
  })
  const failed = (error: unknown, retry: () => void) =>
    error instanceof ApiProblem && error.code === 'NOT_FOUND' ? (
      <p role="alert">{invalid}</p>
    ) : (
      <ProblemNotice error={error} onRetry={retry} />
    )
  return (
    <OpenShell title={title}>
      <Loaded query={link} skeleton={<BlockSkeleton height={120} />} failed={failed}>
        {(data) => (
          <div className={styles.link}>
            {children({ data, act: change.mutate, isActing: change.isPending })}
            {change.isError && failed(change.error, () => change.mutate(change.variables))}
          </div>
        )}
      </Loaded>
    </OpenShell>
  )
}
