import type { SeriesData } from '../../schema/wire-types.ts'

type Read = Omit<SeriesData, 'success'>
type Values = readonly (number | null)[]

/** The ranges that lie in an interval, joined until there are at most so many. */
export function reduceRanges(
  { bucketMs, times, degree, series }: Read,
  { from, to, buckets }: { readonly from: number; readonly to: number; readonly buckets: number },
): Read {
  const first = times.findIndex((time) => time + bucketMs > from)
  const past = times.findIndex((time) => time > to)
  const start = first < 0 ? times.length : first
  const end = past < 0 ? times.length : past
  const joined = Math.max(1, Math.ceil((end - start) / buckets))
  const join = (values: Values | undefined, choose: (a: number, b: number) => number): (number | null)[] =>
    partsOf(values ?? [], { start, end, joined }).map((part) =>
      part.reduce<number | null>((a, b) => (a === null ? b : b === null ? a : choose(a, b)), null),
    )
  const furthest = (a: number, b: number) => (Math.abs(b) > Math.abs(a) ? b : a)
  return {
    from,
    to,
    bucketMs: bucketMs * joined,
    times: partsOf(times, { start, end, joined }).map(([time]) => time!),
    degree: join(degree, furthest),
    series: series.map(({ seriesId, min, max, count, low, high, score, flagged }) => ({
      seriesId,
      min: join(min, Math.min),
      max: join(max, Math.max),
      count: partsOf(count, { start, end, joined }).map((part) => part.reduce((sum, one) => sum + one, 0)),
      ...(low !== undefined && { low: join(low, Math.min) }),
      ...(high !== undefined && { high: join(high, Math.max) }),
      ...(score !== undefined && { score: join(score, Math.max) }),
      flagged: flagged.filter(({ time }) => time >= from && time <= to),
    })),
  }
}

function partsOf<T>(
  values: readonly T[],
  { start, end, joined }: { start: number; end: number; joined: number },
): T[][] {
  const parts: T[][] = []
  for (let index = start; index < Math.min(end, values.length); index += joined)
    parts.push(values.slice(index, Math.min(index + joined, end)))
  return parts
}
