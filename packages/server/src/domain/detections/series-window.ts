import type { SeriesData } from '../wire-types.ts'
import type { DetectionFacts } from './detection-row.ts'

/** What is asked of a detection, with everything filled in; `places` are those of the series among all. */
export interface SeriesWindow {
  readonly row: DetectionFacts
  readonly places: readonly number[]
  /** `to` belongs to the window. */
  readonly from: number
  readonly to: number
  readonly buckets: number
}

export type Reduced = Omit<SeriesData, 'success'>
