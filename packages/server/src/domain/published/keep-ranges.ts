import type { KeptRanges } from '../../schema/index.ts'
import type { SeriesData } from '../../schema/wire-types.ts'
import { type KeptCopy, keptBuckets } from './frozen-copy.ts'

type Read = Omit<SeriesData, 'success'>

const seriesAtOnce = 50

/** Reads the ranges of all series in parts; `read` reads those of some, over the whole time. */
export async function keepRanges(
  seriesIds: readonly string[],
  read: (seriesIds: readonly string[], buckets: number) => Promise<Read>,
  signal: AbortSignal,
): Promise<KeptCopy> {
  const series = new Map<number, KeptRanges>()
  let whole: Read | undefined
  for (let first = 0; first < seriesIds.length; first += seriesAtOnce) {
    signal.throwIfAborted()
    const part = await read(seriesIds.slice(first, first + seriesAtOnce), keptBuckets)
    whole ??= part
    for (const { seriesId, ...ranges } of part.series) series.set(seriesIds.indexOf(seriesId, first), ranges)
  }
  const { from = 0, to = 0, bucketMs = 1, times = [], degree = [] } = whole ?? {}
  return { times: { from, to, bucketMs, times, degree }, series }
}
