import type { Job, Paged } from '@omen/sdk'
import { isEnded } from '@omen/sdk'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { omen } from '../api/omen.ts'
import { poll } from '../api/poll.ts'
import { queryKeys } from '../api/query-keys.ts'

const WHILE_BUSY_MS = 2_000
const AT_REST_MS = 20_000

/** The newest jobs of the caller; polled often while one runs, rarely otherwise. */
export const recentJobsAtom = atomWithQuery(() => ({
  queryKey: queryKeys.jobs.recent,
  queryFn: ({ signal }: { signal: AbortSignal }) => omen.jobs.list({ pageSize: 20 }, { signal }),
  refetchInterval: poll<Paged<Job>>((data) => (data?.items.some((job) => !isEnded(job)) ? WHILE_BUSY_MS : AT_REST_MS)),
}))

export const activeJobsAtom = atom((get) => (get(recentJobsAtom).data?.items ?? []).filter((job) => !isEnded(job)))
