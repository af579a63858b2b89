import type { ModelType } from '@omen/engine'

/** A version that a job is to make. */
export interface VersionTarget {
  readonly modelId: string
  readonly modelName: string
  readonly modelType: ModelType
  readonly version: number
}

export interface TrainingParameters {
  readonly kind: 'training' | 'update'
  /** What is trained on: an uploaded file, or where there is a project the newest data of that. */
  readonly filename?: string
  readonly projectId?: string
  readonly filenameFilter?: string
  readonly targets: readonly VersionTarget[]
  readonly isDemo?: boolean
}

export interface DetectionParameters {
  readonly kind: 'detection'
  readonly filename: string
  readonly uploadFileName: string
  readonly modelId: string
  readonly version: number
  readonly pvalue: number
  readonly cvalue: number
  readonly isDemo?: boolean
}

export interface VisualizationParameters {
  readonly kind: 'visualization'
  readonly filename: string
  readonly uploadFileName: string
}

/** Parameters of a job, besides its owner. */
export type JobParameters = TrainingParameters | DetectionParameters | VisualizationParameters
