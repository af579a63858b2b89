/** Series in one answer. */
export const MAX_SERIES = 200
/** Buckets of all series of an answer together; stated in the API's description. */
export const MAX_POINTS = 200_000

export interface SeriesFilter {
  readonly seriesIds?: readonly string[] | undefined
  readonly metric?: readonly string[] | undefined
  readonly instance?: readonly string[] | undefined
  readonly group?: string | undefined
}

/** An interval in at most so many buckets, each of whole units. */
export interface Window {
  readonly from: number
  readonly to: number
  readonly buckets: number
  readonly unitMs: number
}
