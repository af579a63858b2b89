import type { SeriesData } from '../../schema/wire-types.ts'
import type { ReadFacts } from './detection-row.ts'

/** A request for values of a detection with defaults filled in; `seriesNumbers` index all series of the source. */
export interface SeriesWindow {
  readonly row: ReadFacts
  readonly seriesNumbers: readonly number[]
  /** `to` belongs to the window. */
  readonly from: number
  readonly to: number
  /** At most so many buckets or samples a series. */
  readonly buckets: number
}

export type Reduced = Omit<SeriesData, 'success'>
