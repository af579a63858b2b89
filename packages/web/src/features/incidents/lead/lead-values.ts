import { type IncidentDetail, type LiveAnalysis, metricTitle } from '@omen/sdk'

type LiveSeries = LiveAnalysis['series'][number]
type Value = number | null

/** A line of the chart, as its source has it. */
export interface LeadSeries {
  seriesId: string
  metric: string
  instance: string
  unit: string
  min: readonly Value[]
  max: readonly Value[]
  low: readonly Value[]
  high: readonly Value[]
  count: readonly number[]
  flagged: LiveSeries['flagged']
}

/** Values of the leading metric around an incident. */
export interface LeadValues {
  times: readonly number[]
  bucketMs: number
  series: readonly LeadSeries[]
}

/** What the incident brings with it: some leading series, without their peers. */
export const valuesOfPicture = ({ picture }: Pick<IncidentDetail, 'picture'>, metric: string): LeadValues => ({
  times: picture.times,
  bucketMs: picture.bucketMs,
  series: picture.series
    .filter((one) => one.metric === metric)
    .map((one) => ({
      ...one,
      unit: one.unit ?? '',
      count: one.max.map((value) => (value === null ? 0 : 1)),
      flagged: [],
    })),
})

/** The same with all instances of the metric, from the points of its project. */
export const valuesOfProject = ({ times, bucketMs, series }: LiveAnalysis): LeadValues => ({
  times,
  bucketMs,
  series: series.map((one) => ({ ...one, metric: metricTitle(one), unit: one.unit ?? '' })),
})
