import type { LiveAnalysis, LiveUpdate } from '@omen/sdk'

type Series = LiveAnalysis['series'][number]

/** What an analysis has become by increments. */
export interface LiveWindow {
  /** All that is known, for drawing. */
  readonly analysis: LiveAnalysis
  /** The same without the rows that come again with the next increment. */
  readonly settled: LiveAnalysis
  /** Those rows, one a sampling interval. */
  readonly latest: LiveAnalysis | null
  /** End of the answer that it began with: samples before are counted. */
  readonly countedTo: number
}

/**
 * A series that the answer did not hold has no past here, nor has a counter of which it held the values and rates come now: the analysis has to be
 * read anew.
 */
export const lacksPast = ({ settled }: LiveWindow, { isWhole, analysis }: LiveUpdate): boolean => {
  if (isWhole) return false
  const known = new Map(settled.series.map(({ seriesId, rate = false }) => [seriesId, rate]))
  const hadAll = settled.series.length >= settled.seriesTotal
  return analysis.series.some(({ seriesId, rate = false }) => {
    const before = known.get(seriesId)
    return before === undefined ? !hadAll : before !== rate
  })
}

/** Takes an update: a whole analysis replaces all before it, an increment its last buckets. Keeps so many milliseconds. */
export const advance = (window: LiveWindow | null, { isWhole, analysis }: LiveUpdate, spanMs: number): LiveWindow => {
  if (isWhole || window === null)
    return { analysis, settled: analysis, latest: null, countedTo: analysis.to - analysis.stepMs }
  const { latest, countedTo } = window
  const place = { from: analysis.to - spanMs, countedTo }
  const settled = latest === null ? window.settled : fold(window.settled, latest, { ...place, before: analysis.from })
  const drawn = fold(settled, analysis, { ...place, before: Number.POSITIVE_INFINITY })
  return { analysis: drawn, settled, latest: analysis, countedTo }
}

interface Place {
  /** Buckets that end before are dropped. */
  from: number
  /** Rows from there on are left out. */
  before: number
  countedTo: number
}

/** The buckets of an analysis with rows added to them; everything else is that of the rows. A forecast stays until another one comes. */
function fold(base: LiveAnalysis, rows: LiveAnalysis, { from, before, countedTo }: Place): LiveAnalysis {
  const { bucketMs } = base
  const start = base.times[0] ?? rows.times[0] ?? rows.from
  const dropped = Math.max(0, Math.min(base.times.length, Math.floor((from - start) / bucketMs)))
  const first = start + dropped * bucketMs
  const taken = rows.times.filter((time) => time < before && time >= first)
  const skipped = rows.times.findIndex((time) => time >= first)
  const last = taken.at(-1)
  const length = Math.max(
    base.times.length - dropped,
    last === undefined ? 0 : Math.floor((last - first) / bucketMs) + 1,
  )
  const bucketOf = (time: number) => Math.floor((time - first) / bucketMs)
  const widened = <T>(values: readonly T[], empty: T): T[] => {
    const kept = values.slice(dropped)
    while (kept.length < length) kept.push(empty)
    return kept
  }
  const isFine = bucketMs === rows.bucketMs
  const rowsOf = new Map(rows.series.map((one) => [one.seriesId, one]))
  const known = new Set(base.series.map(({ seriesId }) => seriesId))
  const added = rows.series.filter(({ seriesId }) => !known.has(seriesId)).map(withoutValues)
  const series = [...base.series, ...added].map((one): Series => {
    const line: Series = {
      ...one,
      min: widened(one.min, null),
      max: widened(one.max, null),
      count: widened(one.count, 0),
      low: widened(one.low, null),
      high: widened(one.high, null),
      score: widened(one.score, null),
      flagged: one.flagged.filter(({ time }) => time >= first),
    }
    const own = rowsOf.get(one.seriesId)
    if (own === undefined) return line
    taken.forEach((time, index) => {
      const row = skipped + index
      const bucket = bucketOf(time)
      line.min[bucket] = min(line.min[bucket], own.min[row])
      line.max[bucket] = max(line.max[bucket], own.max[row])
      const samples = own.count[row] ?? 0
      if (isFine) line.count[bucket] = Math.max(line.count[bucket] ?? 0, samples)
      else if (time > countedTo) line.count[bucket] = (line.count[bucket] ?? 0) + samples
      // Of several rows the last expectation: they hardly differ within a bucket.
      line.low[bucket] = own.low[row] ?? line.low[bucket] ?? null
      line.high[bucket] = own.high[row] ?? line.high[bucket] ?? null
      line.score[bucket] = max(line.score[bucket], own.score[row])
    })
    line.flagged = worstOfEach([...line.flagged, ...own.flagged.filter(({ time }) => time < before)], bucketOf)
    return line
  })
  const degree = widened(base.degree, null)
  taken.forEach((time, index) => {
    const bucket = bucketOf(time)
    degree[bucket] = furthest(degree[bucket], rows.degree[skipped + index])
  })
  const times = Array.from({ length }, (_, index) => first + index * bucketMs)
  const forecast = rows.forecast ?? base.forecast
  return { ...rows, from, bucketMs, times, degree, series, ...(forecast && { forecast }) }
}

const withoutValues = (one: Series): Series => ({
  ...one,
  min: [],
  max: [],
  count: [],
  low: [],
  high: [],
  score: [],
  flagged: [],
})

type Value = number | null | undefined

const min = (a: Value, b: Value): number | null => (a == null ? (b ?? null) : b == null ? a : Math.min(a, b))
const max = (a: Value, b: Value): number | null => (a == null ? (b ?? null) : b == null ? a : Math.max(a, b))
const furthest = (a: Value, b: Value): number | null =>
  a == null ? (b ?? null) : b == null || Math.abs(a) >= Math.abs(b) ? a : b

/** One flagged sample a bucket, that of the largest degree: their number does not grow with the rows. */
function worstOfEach(flagged: Series['flagged'], bucketOf: (time: number) => number): Series['flagged'] {
  const worst = new Map<number, Series['flagged'][number]>()
  for (const one of flagged) {
    const bucket = bucketOf(one.time)
    const known = worst.get(bucket)
    if (bucket >= 0 && (known === undefined || Math.abs(one.val ?? 0) >= Math.abs(known.val ?? 0)))
      worst.set(bucket, one)
  }
  return [...worst.values()]
}
