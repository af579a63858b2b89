import { type LiveAnalysis, type SeriesData, splitNames } from '@omen/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import type { SeriesRequest } from '../../../findings/metric-chart/series-query.ts'
import type { SeriesResult, SeriesSource } from '../../../findings/metric-chart/series-source.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

const LiveContext = createContext<LiveAnalysis | null>(null)

/** Gives the charts below it the analysis that is shown. */
export const LiveProvider = LiveContext.Provider

/** The values of the analysis that is shown; in a part of its time finer ones, read for it. */
const useLiveSeries = (address: string, request: SeriesRequest, range: Range | null): SeriesResult => {
  const shown = useContext(LiveContext)
  const own = useMemo(() => (shown === null ? undefined : valuesOf(shown, request.ids, range)), [shown, request, range])
  const isCoarse = shown !== null && range !== null && request.ids.length > 0 && isTooCoarse(shown, request, range)
  const finer = useQuery({
    ...finerQuery(address, shown, request, range ?? { from: 0, to: 0 }),
    enabled: isCoarse,
  })
  const data = isCoarse ? (finer.data ?? own) : own
  const { position = null, stepMs = 0 } = shown ?? {}
  // Rows after the last one scored may still change, and so may the bucket that is not full.
  const provisionalFrom = position === null || data === undefined ? undefined : position + stepMs - data.bucketMs + 1
  return { data, error: isCoarse ? finer.error : null, isFetching: isCoarse && finer.isFetching, provisionalFrom }
}

/** A project's values; a series need not send in each sampling interval. */
export const liveSource: SeriesSource = { useSeries: useLiveSeries, hasEmptyBuckets: true }

/** Whether too few of the buckets at hand lie in a range, though there are finer ones. */
export const isTooCoarse = (
  { times, bucketMs, stepMs }: LiveAnalysis,
  { buckets }: Pick<SeriesRequest, 'buckets'>,
  { from, to }: Range,
): boolean => {
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || from < first - stepMs) return true
  // The time to come has no values
  if (from > last) return false
  return bucketMs > stepMs && (Math.min(to, last) - from) / bucketMs < buckets / 2
}

/** Some series of an analysis, in all of its time or a part of it. */
export const valuesOf = (shown: LiveAnalysis, ids: readonly string[], range: Range | null): SeriesData => {
  const { bucketMs, times, degree } = shown
  // With a bucket more at both sides, so that lines go through to the edges.
  const start =
    range === null
      ? 0
      : Math.max(
          0,
          times.findIndex((time) => time > range.from - 2 * bucketMs),
        )
  const past = range === null ? -1 : times.findIndex((time) => time > range.to + bucketMs)
  const cut = <T>(values: readonly T[]): T[] => values.slice(start, past < 0 ? undefined : past)
  return {
    success: true,
    from: range?.from ?? shown.from,
    to: range?.to ?? shown.to,
    bucketMs,
    times: cut(times),
    degree: cut(degree),
    series: shown.series
      .filter(({ seriesId }) => ids.includes(seriesId))
      .map(({ seriesId, min, max, count, low, high, score, flagged }) => ({
        seriesId,
        min: cut(min),
        max: cut(max),
        count: cut(count),
        low: cut(low),
        high: cut(high),
        score: cut(score),
        flagged: flagged.filter(({ time }) => range === null || time >= range.from - bucketMs),
      })),
  }
}

/** So that a range whose end moves on is not read again with each sample. */
const PARTS_OF_RANGE = 20

/** A range from and to multiples of a length that grows with it. */
export const widened = ({ from, to }: Range, stepMs: number): Range => {
  const unit = stepMs * 2 ** Math.max(0, Math.ceil(Math.log2((to - from) / PARTS_OF_RANGE / stepMs)))
  return { from: Math.floor(from / unit) * unit, to: Math.ceil(to / unit) * unit }
}

/** Parts of one time, with different series. */
const joined = (parts: readonly SeriesData[]): SeriesData => ({
  ...parts[0]!,
  series: parts.flatMap(({ series }) => series),
})

const finerQuery = (address: string, shown: LiveAnalysis | null, { ids, buckets }: SeriesRequest, range: Range) => {
  const wanted = shown?.series.filter(({ seriesId }) => ids.includes(seriesId)) ?? []
  const metric = [...new Set(wanted.map((one) => one.metric))]
  const instance = [...new Set(wanted.map((one) => one.instance))]
  const { from, to } = widened({ from: range.from, to: Math.min(range.to, shown?.to ?? range.to) }, shown?.stepMs ?? 1)
  return queryOptions({
    queryKey: queryKeys.project.live(address, { ids, buckets, from, to }),
    queryFn: async ({ signal }) => {
      const query = { from, to, metric, buckets: Math.min(2000, Math.max(buckets, 60)) }
      // Long names of many instances are asked for in several requests
      const answers = await Promise.all(
        splitNames(instance, 'instance').map((part) =>
          omen.live.analysis(address, { ...query, instance: part }, { signal }),
        ),
      )
      return joined(answers.map((one) => valuesOf(one, ids, null)))
    },
    staleTime: 30_000,
    gcTime: 60_000,
  })
}
