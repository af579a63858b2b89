import type { LiveAnalysis, Period } from '@omen/sdk'
import type { ForecastSummary, SeriesName } from './live-forecast.ts'

/** What a screen knows of a project: the newest analysis, and what updates have added to it. */
export interface LiveBoard {
  readonly head: LiveAnalysis
  /** Signed degree of the whole project by the start of its bucket; null where nothing was scored. */
  readonly degrees: ReadonlyMap<number, number | null>
  /** Names of each series that was in an answer so far. */
  readonly names: ReadonlyMap<string, SeriesName>
  /** The newest one; undefined before the first. */
  readonly forecast: ForecastSummary | undefined
  /** When the newest answer came, in epoch milliseconds. */
  readonly readAt: number
}

/** Whether a finding has not ended yet. */
export function isLasting({ state }: Pick<Period, 'state'>): boolean {
  return state === 'open' || state === 'recovering'
}
