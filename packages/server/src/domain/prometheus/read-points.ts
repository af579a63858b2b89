import type { Labels } from '../../protocols/prometheus-series.ts'
import type { Context } from '../context.ts'
import { createSemaphore } from '../quotas/index.ts'
import type { Figure } from './derived-series.ts'
import type { FoundSeries } from './find-series.ts'

/** Of one answer: 48 MB in columns. */
const maxSamples = 2_000_000

const reading = createSemaphore({ concurrent: 2, waitingPerAccount: 64 })

/** Samples of a series, sorted by time; a value may be `seriesEnd`. */
export interface SeriesSamples {
  readonly labels: Labels
  readonly times: Float64Array
  readonly values: Float64Array | Float32Array
}

export class TooManySamplesError extends Error {
  constructor() {
    super(`the query would read more than ${maxSamples} samples: narrow its time range, or choose fewer series`)
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
    const points = await reading.run(sourceId, () => ctx.points.readLive(sourceId, numbersOf(sent), span, maxSamples))
    read.push(...cut(sent, points && { ...points, of: { value: points.values } }))
  }
  if (scored.length > 0) {
    const scores = await reading.run(sourceId, () =>
      ctx.points.readLiveScores(sourceId, numbersOf(scored), span, maxSamples),
    )
    read.push(...cut(scored, scores && { ...scores, of: scores }))
  }
  return read
}

function numbersOf(found: readonly FoundSeries[]): number[] {
  return [...new Set(found.map(({ number }) => number))]
}

function cut(found: readonly FoundSeries[], columns: Columns | undefined): SeriesSamples[] {
  if (!columns) throw new TooManySamplesError()
  const { series, times, of } = columns
  const rowsOf = new Map<number, [first: number, end: number]>()
  for (let first = 0, end = 0; first < series.length; first = end) {
    while (series[end] === series[first]) end++
    rowsOf.set(series[first]!, [first, end])
  }
  const samples = found.flatMap(({ number, figure, labels }) => {
    const rows = rowsOf.get(number)
    return rows ? [{ labels, ...withoutGaps(times.subarray(...rows), of[figure]!.subarray(...rows)) }] : []
  })
  return samples.filter((one) => one.times.length > 0)
}

/** Scores have no range while too little is known. */
function withoutGaps(times: Float64Array, values: Values): Pick<SeriesSamples, 'times' | 'values'> {
  if (!values.some(Number.isNaN)) return { times, values }
  const isPresent = (_: number, row: number): boolean => !Number.isNaN(values[row])
  return { times: times.filter(isPresent), values: values.filter(isPresent) }
}
