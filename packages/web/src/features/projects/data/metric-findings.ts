import { namedSeries } from '@omen/charts/findings'
import type { LiveAnalysis } from '@omen/sdk'
import { metricHighlights } from '../../../findings/metric-chart/metric-highlights.ts'
import type { ProjectMetric } from './project-lines.ts'

export type ProjectFindings = Pick<LiveAnalysis, 'periods' | 'gaps' | 'incidents'>

const NONE: ProjectFindings = { periods: [], gaps: [], incidents: [] }

/** The series that the worst incident of a metric is about, else the first. */
export const leadOf = ({ series }: ProjectMetric, { incidents }: ProjectFindings = NONE): string | null => {
  const ids = series.map(({ seriesId }) => seriesId)
  const lead = incidents.find(({ leadSeriesId }) => leadSeriesId !== undefined && ids.includes(leadSeriesId))
  return lead?.leadSeriesId ?? ids[0] ?? null
}

/** How a chart marks what was found in one metric: a bar an incident, and the time without data. */
export const findingsOf = ({ series }: ProjectMetric, { periods, gaps, incidents }: ProjectFindings = NONE) => {
  const own = new Set(series.map(({ seriesId }) => seriesId))
  const metric = {
    series,
    periods: periods.filter((period) => namedSeries(period).some(({ seriesId }) => own.has(seriesId))),
    gaps: gaps.filter(({ seriesIds }) => seriesIds.some((id) => own.has(id))),
  }
  const incidentOf = new Map(incidents.flatMap((one) => one.periodIds.map((id) => [id, one] as const)))
  return { ...metricHighlights(metric, { incidents }, { incidentOf }), gaps: metric.gaps }
}
