import type { Job, Paged } from '@omen/sdk'
import { isEnded } from '@omen/sdk'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { omen } from '../api/omen.ts'

export const recentJobsKey = ['jobs', 'recent'] as const

const whileBusyMs = 2_000
const atRestMs = 20_000

/** The newest jobs of the caller; asked for often while one runs, seldom otherwise. */
export const recentJobsAtom = atomWithQuery(() => ({
  queryKey: recentJobsKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => omen.jobs.list({ pageSize: 20 }, { signal }),
  refetchInterval: (query: { state: { data: Paged<Job> | undefined } }) =>
    query.state.data?.items.some((job) => !isEnded(job)) ? whileBusyMs : atRestMs,
}))

export const activeJobsAtom = atom((get) => (get(recentJobsAtom).data?.items ?? []).filter((job) => !isEnded(job)))
