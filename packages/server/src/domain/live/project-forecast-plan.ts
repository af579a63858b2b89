import type { ProjectRow } from '../projects/index.ts'
import { type ForecastPlan, planForecast } from './plan-forecast.ts'

/** The grid of a forecast as of the last scored row of a project; undefined before the first, for 0 hours and for log lines. */
export function forecastPlanOf(
  { source, project }: Pick<ProjectRow, 'source' | 'project'>,
  position: number | null,
  hours: number,
): ForecastPlan | undefined {
  const { samplingMs, dataType, timeZone } = project
  if (position === null || hours === 0 || dataType === 'Log') return undefined
  return planForecast({ hours, samplingMs, firstTime: source.fromTime ?? position, position, timeZone })
}
