/** One value per sample; null and non-finite values are gaps. A plain or a typed array. */
export type Values = ArrayLike<number | null>

export interface FlaggedPoint {
  t: number
  v: number
  /** Severity of the sample, 0 to 10; colours its dot. */
  score?: number | undefined
  /** Above (1) or below (-1) what was expected; above where it is left out. */
  side?: 1 | -1 | undefined
}

/**
 * A line as the server reduced it: entry i of every array belongs to the bucket at times[i] (ms since the epoch, ascending).
 * For unreduced samples min and max are the same array.
 */
export interface ChartLine {
  /** Unique in its chart; also the `seriesName` of a selection. */
  id: string
  label: string
  seriesId: string
  /** Index of the hue, 0 to 7; by default the index among the chart's lines. */
  colorIndex?: number | undefined
  /** A peer is drawn grey and thin, an outlier in a warm colour; a forecast continues another line, dashed, with its range. */
  tone?: 'peer' | 'outlier' | 'forecast' | undefined
  times: ArrayLike<number>
  min: Values
  max: Values
  mean?: Values | undefined
  /** How many samples each bucket stands for. */
  count?: ArrayLike<number> | undefined
  flagged?: readonly FlaggedPoint[] | undefined
  expected?: { low: Values; high: Values } | undefined
  score?: Values | undefined
  /** Interval of the buckets; a longer jump between two of them is a gap. Derived from the times if absent. */
  stepMs?: number | undefined
}

/** A period drawn at the top edge; `val` is signed severity, -pi means that the instance went down altogether. */
export interface Highlight {
  start: number
  end: number
  val: number
  isMissingValue?: boolean | undefined
  color?: string | undefined
  id?: string | undefined
  /** One sentence about the period; shown and announced. */
  sentence?: string | undefined
}

export interface Annotation {
  highlightId: string
  number: number
}

export interface ChartGap {
  start: number
  end: number
}

/** A change to what is watched, drawn as a flag over its moment. */
export interface ChartFlag {
  id: string
  at: number
  /** What changed; shown and announced at its place in a chart. */
  title?: string | undefined
}

export interface TimeDomain {
  from: number
  to: number
}

/** The moment and line selected in all charts of a page. */
export interface ChartSelection {
  x: number
  seriesName: string
}
