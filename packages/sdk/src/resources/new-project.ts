import type { ProjectModelType } from '../types.ts'

/** A project to add. `samplingInterval` is in minutes; the server has defaults for what is omitted. */
export interface NewProject {
  projectName: string
  samplingInterval: number
  timeZone?: string
  /** Days. */
  retentionDays?: number
  /** Of its detection. */
  pvalue?: number
  cvalue?: number
  /** Of the model that it learns, every so many days; 0 for never. */
  modelType?: ProjectModelType
  retrainDays?: number
}
