import type { SeriesData } from '@omen/sdk'
import type { Range } from '../lib/address/url-codecs.ts'
import type { StoredValues } from './offline-data.ts'

type Column = readonly (number | null)[]

/** The values of some series in a range, one bucket more at both sides, joined until there are at most so many. */
export const valuesIn = (
  stored: StoredValues,
  { ids, buckets }: { ids: readonly string[]; buckets: number },
  range: Range | null,
): SeriesData => {
  const { times, bucketMs } = stored
  const from = range?.from ?? stored.from
  const to = range?.to ?? stored.to
  const first = times.findIndex((time) => time >= from - bucketMs)
  const past = times.findIndex((time) => time > to + bucketMs)
  const [start, end] = [first < 0 ? times.length : first, past < 0 ? times.length : past]
  const joined = Math.max(1, Math.ceil((end - start) / Math.max(1, buckets)))
  const cut = <T>(column: readonly T[]): T[][] => {
    const parts: T[][] = []
    for (let index = start; index < end; index += joined) parts.push(column.slice(index, Math.min(end, index + joined)))
    return parts
  }
  const join = (column: Column, choose: (a: number, b: number) => number): (number | null)[] =>
    cut(column).map((part) =>
      part.reduce<number | null>((a, b) => (a === null ? b : b === null ? a : choose(a, b)), null),
    )
  const furthest = (a: number, b: number) => (Math.abs(b) > Math.abs(a) ? b : a)
  return {
    success: true,
    from,
    to,
    bucketMs: bucketMs * joined,
    times: cut(times).map(([time]) => time as number),
    degree: join(stored.degree, furthest),
    series: stored.series
      .filter(({ seriesId }) => ids.includes(seriesId))
      .map(({ seriesId, min, max = min, count, low, high, score, flagged }) => ({
        seriesId,
        min: join(min, Math.min),
        max: join(max, Math.max),
        count: cut(count ?? min.map((value) => (value === null ? 0 : 1))).map((part) =>
          part.reduce((a, b) => a + b, 0),
        ),
        ...(low !== undefined && { low: join(low, Math.min) }),
        ...(high !== undefined && { high: join(high, Math.max) }),
        ...(score !== undefined && { score: join(score, Math.max) }),
        flagged: flagged.filter(({ time }) => time >= from && time <= to),
      })),
  }
}
