/** How one series takes part in a period: the shares of a period sum to 1; `side` is 1 above what is expected, -1 below. */
export interface FindingSeries {
  seriesId: string
  share: number
  side: number
  /** When the series left its range; null where it did not move, missing in what older versions stored. */
  firstAt?: number | null | undefined
}

/** The fields of the server's period that a chart shows. Times are milliseconds since the epoch. */
export interface FindingPeriod {
  id: string
  start: number
  end: number
  /** Signed severity; -pi means that the instance went down altogether. */
  val: number
  isMissingValue: boolean
  kind: string
  sentence: string
  color?: string | undefined
  series: readonly FindingSeries[]
}

/** A metric on one instance; the instance is empty where the metric has only one series. */
export interface InstanceSeries {
  seriesId: string
  instance: string
}

/** One metric: a line for each of its series, in the order of their colours, and the periods that name one of them. */
export interface MetricFindings<
  Period extends FindingPeriod = FindingPeriod,
  Series extends InstanceSeries = InstanceSeries,
> {
  name: string
  series: readonly Series[]
  periods: readonly Period[]
}

/** Values of series as the server reduces them: entry i of every list belongs to the bucket or sample at times[i]. */
export interface ReducedData {
  bucketMs: number
  times: readonly number[]
  series: readonly {
    seriesId: string
    min: readonly (number | null)[]
    max: readonly (number | null)[]
    count: readonly number[]
    low?: readonly (number | null)[] | undefined
    high?: readonly (number | null)[] | undefined
    score?: readonly (number | null)[] | undefined
    flagged: readonly { time: number; value: number; val?: number | undefined }[]
  }[]
}
