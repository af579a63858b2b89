/** One series of a detection in figures; NaN is null, since it is kept as JSON. */
export interface SeriesSummary {
  readonly present: number
  readonly min: number | null
  readonly max: number | null
  readonly mean: number | null
  readonly deviation: number | null
}
