import type { KeptRanges, KeptTimes, published } from '../../schema/index.ts'
import type { FrozenDetection } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'

type Columns = Pick<
  typeof published.$inferInsert,
  | 'origin'
  | 'originName'
  | 'modelName'
  | 'modelType'
  | 'modelVersion'
  | 'pvalue'
  | 'cvalue'
  | 'pointsId'
  | 'scoresId'
  | 'scoreSeries'
  | 'seriesCount'
  | 'rows'
  | 'intervalMs'
  | 'fromTime'
  | 'toTime'
>

/** What a copy is made of; its points are there already. */
export interface FrozenCopy {
  readonly columns: Columns
  /** The source whose series it has, and the detection that must still be there. */
  readonly sourceId: string
  readonly detectionId?: string
  readonly detections: Readonly<Record<Locale, FrozenDetection>>
  /** Values that are kept for it, beside what is found in them. */
  readonly values: number
  /** Instead of raw data. */
  readonly ranges?: KeptCopy
}

export interface KeptCopy {
  readonly times: KeptTimes
  /** By the number of the series. */
  readonly series: ReadonlyMap<number, KeptRanges>
}

/** Ranges of each series of a copy without raw data. */
export const KEPT_BUCKETS = 720
