import type { Labels } from '../../protocols/prometheus-series.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { createSemaphore } from '../quotas/index.ts'
import type { Figure } from './derived-series.ts'
import type { FoundSeries } from './find-series.ts'

/** Of one answer: 48 MB in columns. */
const MAX_SAMPLES = 2_000_000

const reading = createSemaphore({ concurrent: 2, waitingPerAccount: 64 })

/** Samples of a series, sorted by time; a value may be `seriesEnd`. */
export interface SeriesSamples {
  readonly labels: Labels
  readonly times: Float64Array
  readonly values: Float64Array | Float32Array
}

export class TooManySamplesError extends Error {
  constructor() {
    super(`the query would read more than ${MAX_SAMPLES} samples: narrow its time range, or choose fewer series`)
  }
}

type Values = Float64Array | Float32Array

/** Sorted by series and time. */
interface Columns {
  readonly series: Uint32Array
  readonly times: Float64Array
  readonly of: Partial<Record<Figure, Values>>
}

/** Samples from `from` up to and including `to`, of each series that has any. */
export async function readPoints(
  ctx: Pick<Context, 'points'>,
  sourceId: string,
  found: readonly FoundSeries[],
  { from, to }: { from: number; to: number },
): Promise<SeriesSamples[]> {
  if (from > to) return []
  const span = { from: Math.ceil(from), to: Math.floor(to) + 1 }
  const sent = found.filter(({ figure }) => figure === 'value')
  const scored = found.filter(({ figure }) => figure !== 'value')
  const read: SeriesSamples[] = []
  if (sent.length > 0) {
    const points = await reading.run(sourceId, () => ctx.points.readLive(sourceId, numbersOf(sent), span, MAX_SAMPLES))
    read.push(...(await cut(sent, points && { ...points, of: { value: points.values } })))
  }
  if (scored.length > 0) {
    const scores = await reading.run(sourceId, () =>
      ctx.points.readLiveScores(sourceId, numbersOf(scored), span, MAX_SAMPLES),
    )
    read.push(...(await cut(scored, scores && { ...scores, of: scores })))
  }
  return read
}

function numbersOf(found: readonly FoundSeries[]): number[] {
  return [...new Set(found.map(({ number }) => number))]
}

async function cut(found: readonly FoundSeries[], columns: Columns | undefined): Promise<SeriesSamples[]> {
  if (!columns) throw new TooManySamplesError()
  const { series, times, of } = columns
  const rowsOf = new Map<number, [first: number, end: number]>()
  for (let first = 0, end = 0; first < series.length; first = end) {
    while (series[end] === series[first]) end++
    rowsOf.set(series[first]!, [first, end])
  }
  const samples: SeriesSamples[] = []
  const add = ({ number, figure, labels, since }: FoundSeries): void => {
    const rows = rowsSince(times, rowsOf.get(number), since)
    const one = rows && withoutGaps(times.subarray(...rows), of[figure]!.subarray(...rows))
    if (one && one.times.length > 0) samples.push({ labels, ...one })
  }
  await inTurns(found.length, (index) => add(found[index]!), series.length / Math.max(1, found.length))
  return samples
}

/** Of rows that are sorted by time. */
function rowsSince(
  times: Float64Array,
  rows: [first: number, end: number] | undefined,
  since: number | null = null,
): typeof rows {
  if (rows === undefined || since === null) return rows
  const [first, end] = rows
  const later = times.subarray(first, end).findIndex((time) => time >= since)
  return later < 0 ? undefined : [first + later, end]
}

/** Scores have no range while too little is known. */
function withoutGaps(times: Float64Array, values: Values): Pick<SeriesSamples, 'times' | 'values'> {
  if (!hasGap(values)) return { times, values }
  const isPresent = (_: number, row: number): boolean => !Number.isNaN(values[row])
  return { times: times.filter(isPresent), values: values.filter(isPresent) }
}

/** `some` would call a function for each of a million values. */
function hasGap(values: Values): boolean {
  for (let row = 0; row < values.length; row++) if (Number.isNaN(values[row])) return true
  return false
}
