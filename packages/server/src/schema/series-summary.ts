/** Statistics of one series; NaN becomes null, since it is stored as JSON. */
export interface SeriesSummary {
  readonly present: number
  readonly min: number | null
  readonly max: number | null
  readonly mean: number | null
  readonly deviation: number | null
}
