import type { Context } from '../context.ts'
import { createSemaphore } from '../quotas/index.ts'
import type { FoundSeries, Labels } from './find-series.ts'

/** Of one answer: 48 MB in columns. */
const maxSamples = 2_000_000

const reading = createSemaphore({ concurrent: 2, waitingPerAccount: 64 })

/** Samples of a series, sorted by time. */
export interface SeriesSamples {
  readonly labels: Labels
  readonly times: Float64Array
  readonly values: Float64Array
}

export class TooManySamplesError extends Error {
  constructor() {
    super(`the query would read more than ${maxSamples} samples: narrow its time range, or choose fewer series`)
  }
}

/** Samples from `from` up to and including `to`, of each series that has any. */
export async function readPoints(
  ctx: Pick<Context, 'points'>,
  sourceId: string,
  found: readonly FoundSeries[],
  { from, to }: { from: number; to: number },
): Promise<SeriesSamples[]> {
  if (found.length === 0 || from > to) return []
  const numbers = found.map(({ number }) => number)
  const span = { from: Math.ceil(from), to: Math.floor(to) + 1 }
  const points = await reading.run(sourceId, () => ctx.points.readLive(sourceId, numbers, span, maxSamples))
  if (!points) throw new TooManySamplesError()
  const labelsOf = new Map(found.map(({ number, labels }) => [number, labels]))
  const read: SeriesSamples[] = []
  for (let first = 0, end = 0; first < points.series.length; first = end) {
    const number = points.series[first]!
    while (points.series[end] === number) end++
    const [times, values] = [points.times.subarray(first, end), points.values.subarray(first, end)]
    read.push({ labels: labelsOf.get(number)!, times, values })
  }
  return read
}
