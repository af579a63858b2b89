import type { PointStore, Reduction } from '../../ports/point-store.ts'
import type { ProjectSeries } from '../../schema/wire-types.ts'
import { inTurns } from '../in-turns.ts'
import { roundFigure } from '../round-figure.ts'

/** Of each series that is read; `reduction.from` is the beginning of a step, and buckets are whole steps. */
interface RateRequest {
  readonly reduction: Reduction
  readonly stepMs: number
  /** Nothing is read before the step of this time. */
  readonly firstTime: number
  /** Steps read at once are as many as give so many cells: 16 MB. */
  readonly maxCells?: number
}

interface Rate {
  readonly bucket: number
  readonly perSecond: number
}

const FEWEST_STEPS = 60
const STALE_MS = 300_000

/** Over how many steps a rate is taken at most: Prometheus takes a value for stale after five minutes; samples may be rarer. */
function maxStepsOf(stepMs: number): number {
  return Math.max(FEWEST_STEPS, Math.ceil(STALE_MS / stepMs))
}

/**
 * Fills lines, in the order of the series, with the increase per second from the last value of a step to that of the next step that has one, in the
 * bucket of the later one: as detection reads a counter. A value that falls has counted from 0. The steps before the first are read as well, so that
 * parts of a span give what the whole does.
 */
export async function fillRates(
  points: Pick<PointStore, 'readGrid'>,
  sourceId: string,
  lines: readonly Pick<ProjectSeries, 'min' | 'max' | 'count'>[],
  {
    reduction: { series, from, to, bucketMs, lastBucket = Number.POSITIVE_INFINITY },
    stepMs,
    firstTime,
    maxCells = 2_000_000,
  }: RateRequest,
): Promise<void> {
  const maxSteps = maxStepsOf(stepMs)
  const readers = series.map(() => createRateReader(maxSteps))
  const lengthMs = Math.max(1, Math.floor(maxCells / series.length)) * stepMs
  const first = Math.max(from - maxSteps * stepMs, Math.floor(firstTime / stepMs) * stepMs)
  for (let start = first; start < to; start += lengthMs) {
    const { times, columns } = await points.readGrid(
      sourceId,
      series,
      { from: start, to: Math.min(to, start + lengthMs) },
      stepMs,
    )
    const read = (index: number): void => {
      const values = columns[index]!
      for (let row = 0; row < values.length; row++) {
        const time = times[row]!
        const perStep = readers[index]!(values[row]!, Math.round(time / stepMs))
        if (Number.isNaN(perStep) || time < from) continue
        const bucket = Math.min(lastBucket, Math.floor((time - from) / bucketMs))
        addRate(lines[index]!, { bucket, perSecond: (perStep * 1000) / stepMs })
      }
    }
    await inTurns(series.length, read, times.length)
  }
  for (const line of lines) for (const values of [line.min, line.max]) roundAll(values)
}

/** Gives the increase per step since the value before, NaN where there is none. */
function createRateReader(maxSteps: number): (value: number, step: number) => number {
  let previous = Number.NaN
  let previousStep = Number.NaN
  return (value, step) => {
    if (Number.isNaN(value)) return Number.NaN
    const increase = value >= previous ? value - previous : value
    const steps = step - previousStep
    previous = value
    previousStep = step
    return steps <= maxSteps ? increase / steps : Number.NaN
  }
}

function addRate({ min, max, count }: Pick<ProjectSeries, 'min' | 'max' | 'count'>, { bucket, perSecond }: Rate): void {
  min[bucket] = Math.min(min[bucket] ?? perSecond, perSecond)
  max[bucket] = Math.max(max[bucket] ?? perSecond, perSecond)
  count[bucket] = count[bucket]! + 1
}

function roundAll(values: (number | null)[]): void {
  for (const [bucket, value] of values.entries()) if (value !== null) values[bucket] = roundFigure(value)
}
