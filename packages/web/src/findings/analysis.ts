import type { Detection, LiveAnalysis, ProjectEvent } from '@omen/sdk'

type Shown = Pick<Detection, 'id' | 'from' | 'to' | 'intervalMs' | 'incidents' | 'periods' | 'gaps' | 'series' | 'mine'>

/** What is forecast of a series: a middle and the range around it at each time, epoch ms. */
export interface ForecastCurves {
  times: readonly number[]
  mid: readonly number[]
  low: readonly number[]
  high: readonly number[]
}

/** What changed in a project; a copy has neither its link nor who added it. */
export interface Change
  extends Pick<ProjectEvent, 'id' | 'at' | 'title' | 'instances'>,
    Partial<Pick<ProjectEvent, 'link' | 'by'>> {
  /** Where there are several projects. */
  projectName?: string
}

/** What the analysis view shows: the detection of a file, or a project as of now. */
export interface Analysis extends Shown {
  /** The page of an incident; absent where incidents have none. */
  incidentPath?: (id: string) => string
  /** What was found in log lines. */
  logs?: NonNullable<LiveAnalysis['logs']>
  /** What changed in its time, the latest first. */
  changes?: readonly Change[]
  /** Where a forecast begins, epoch ms. */
  latestDataTimestamp?: number
  /** Curves after the last values, by series. */
  forecasts?: ReadonlyMap<string, ForecastCurves>
  /** What is later may still change, epoch ms; absent where all is final. */
  provisionalFrom?: number
  /** Series that have arrived but are not judged yet. */
  learningIds?: ReadonlySet<string>
}
