import type { LiveForecast } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { ForecastSeries } from './forecasts.ts'
import { forecastPlanOf } from './project-forecast-plan.ts'

/** The forecasts of one reader, made beside its events. */
interface FollowedForecasts {
  /** The one that is ready and was not taken yet. Begins the next one where there are new steps, series or findings. */
  take(row: ProjectRow, position: number | null, series: readonly ForecastSeries[]): LiveForecast | undefined
  /** Resolves when the one under way is ready or has failed; never where there is none. */
  settled(): Promise<void>
}

export function followForecasts(ctx: Context, hours: number, gone: AbortSignal): FollowedForecasts {
  let begun = ''
  let found: LiveForecast | undefined
  let making: Promise<void> | undefined
  return {
    take(row, position, series) {
      const sourceId = row.source.id
      const taken = found
      found = undefined
      const plan = forecastPlanOf(row, position, hours)
      const key = JSON.stringify([
        plan?.from,
        series.map(({ number, isRate, isAbnormal }) => [number, isRate, isAbnormal]),
      ])
      if (plan === undefined || making !== undefined || key === begun) return taken
      begun = key
      making = ctx.forecasts
        .read({ sourceId, plan, series }, gone)
        .then((forecast) => {
          found = forecast
        })
        .catch((error: unknown) => {
          if (!gone.aborted) ctx.log.error({ err: error, sourceId }, 'a project was not forecast')
        })
        .finally(() => {
          making = undefined
        })
      return taken
    },
    settled: () => making ?? new Promise(() => {}),
  }
}
