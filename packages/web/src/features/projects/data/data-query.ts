import type { Project, ProjectData } from '@omen/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { bucketsOver, refreshMs } from '../../../lib/time/span.ts'

/** Which values of a project are shown. */
export interface ShownData {
  /** `name`, or `name@owner`. */
  address: string
  samplingMs: number
  /** Milliseconds before now, read again as they pass; or a fixed time. */
  time: number | Range
  metrics: readonly string[]
  instances: readonly string[]
}

const rangeOf = (time: number | Range, now: number): Range =>
  typeof time === 'number' ? { from: now - time, to: now } : time

const wanted = ({ metrics, instances }: ShownData) => ({
  ...(metrics.length > 0 && { metric: [...metrics] }),
  ...(instances.length > 0 && { instance: [...instances] }),
})

/** What a fixed time shows changes only by what arrives late. */
const refreshOf = (time: number | Range) => pollEvery(typeof time === 'number' ? refreshMs(time) : false)

/** The series of the filter, each with its count of samples in the time shown. */
export const seriesQuery = (shown: ShownData) =>
  queryOptions({
    queryKey: queryKeys.project.series(shown.address, shown),
    queryFn: ({ signal }) =>
      omen.projects.data(
        shown.address,
        { ...rangeOf(shown.time, Date.now()), ...wanted(shown), buckets: 1 },
        { signal },
      ),
    refetchInterval: refreshOf(shown.time),
    placeholderData: keepPreviousData,
  })

/** Their values, in at most so many buckets. */
export const valuesQuery = (shown: ShownData, max: number) =>
  queryOptions({
    queryKey: queryKeys.project.values(shown.address, { ...shown, max }),
    queryFn: async ({ signal }): Promise<ProjectData> => {
      const { from, to, buckets } = bucketsOver(rangeOf(shown.time, Date.now()), shown.samplingMs, max)
      return omen.projects.data(shown.address, { from, to, buckets, ...wanted(shown) }, { signal })
    },
    refetchInterval: refreshOf(shown.time),
    placeholderData: keepPreviousData,
  })

/** What detection has found in the time shown, of all series. */
export const findingsQuery = ({ address, time }: Pick<ShownData, 'address' | 'time'>, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.findings(address, { time, locale }),
    queryFn: ({ signal }) => omen.live.analysis(address, { ...rangeOf(time, Date.now()), buckets: 1 }, { signal }),
    refetchInterval: refreshOf(time),
    placeholderData: keepPreviousData,
  })

const FRESH_MS = 10 * 60_000

/** The time in which to look for the latest data: until now, or until the latest sample where that is old. */
export const latestTime = ({ to }: Pick<Project, 'to'>, span: number, now: number): number | Range =>
  to === null || to > now - FRESH_MS ? span : { from: to - span, to }
