import type { SeriesData } from '../../schema/wire-types.ts'
import { roundFigure } from '../round-figure.ts'

type Values = Omit<SeriesData, 'success'>
type Column = readonly (number | null)[]

/** As the page reads it: a `max` that is left out is as `min`, a missing `count` is 1 wherever there is a value. */
export interface CompactValues {
  readonly from: number
  readonly to: number
  readonly bucketMs: number
  readonly times: readonly number[]
  readonly degree: Column
  readonly series: readonly CompactSeries[]
}

export interface CompactSeries {
  readonly seriesId: string
  readonly min: Column
  readonly max?: Column
  readonly count?: readonly number[]
  readonly low?: Column
  readonly high?: Column
  readonly score?: Column
  readonly flagged: SeriesData['series'][number]['flagged']
}

/** Values are written as they are; ranges and scores were stored with seven digits, so that six say the same. */
export function compactValues({ from, to, bucketMs, times, degree, series }: Values): CompactValues {
  return {
    ...{ from, to, bucketMs, times, degree: rounded(degree) },
    series: series.map(({ seriesId, min, max, count, low, high, score, flagged }) => ({
      ...{ seriesId, min, flagged },
      ...(max.some((value, index) => value !== min[index]) && { max }),
      ...(count.some((value, index) => value !== (min[index] === null ? 0 : 1)) && { count }),
      ...(low !== undefined && { low: rounded(low) }),
      ...(high !== undefined && { high: rounded(high) }),
      ...(score !== undefined && { score: rounded(score) }),
    })),
  }
}

function rounded(column: Column): (number | null)[] {
  return column.map((value) => (value === null ? null : roundFigure(value)))
}
