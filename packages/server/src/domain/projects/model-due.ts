import type { ProjectRow } from './project-row.ts'

const DAY_MS = 86_400_000
/** What a day looks like must be known, and each hour of it by enough rows. */
const MIN_MS = DAY_MS
const MIN_ROWS = 200
/** A project of more series is scored by the streaming engine alone: a joint model of them would take more memory than a server has to spare. */
const MAX_SERIES = 2000

/** The rows that the first model needs. */
function rowsForModel(samplingMs: number): number {
  return Math.max(MIN_ROWS, Math.ceil(MIN_MS / samplingMs))
}

/** As many of them need values. */
export function minValuesForModel(samplingMs: number): number {
  return rowsForModel(samplingMs) / 2
}

/**
 * When the next model of a project is trained, if data goes on arriving: the first one as soon as there is enough, then after so many days. Null where none
 * will be, as of log lines, whose counts are scored by the streaming engine alone.
 */
export function modelDueAt({
  project,
  source,
  model,
}: Pick<ProjectRow, 'project' | 'source' | 'model'>): number | null {
  const { retrainDays, seriesCount, samplingMs, trainingAskedAt, modelType } = project
  const historyFrom = project.historyFrom ?? source.fromTime
  if (project.dataType === 'Log') return null
  if (retrainDays === 0 || seriesCount > MAX_SERIES || historyFrom === null) return null
  if (model?.modelType === modelType && trainingAskedAt !== null) return trainingAskedAt + retrainDays * DAY_MS
  return historyFrom + rowsForModel(samplingMs) * samplingMs
}
