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

/** What is written of a published detection, as it was asked for. */
export interface PublicationFields {
  readonly name: string
  readonly description: string
  readonly system: string
  readonly visibility: 'private' | 'shared' | 'open'
  readonly userNames: readonly string[]
  readonly expiresAt?: number
  readonly withRawData: boolean
  readonly run: { readonly commit?: string; readonly branch?: string; readonly buildLink?: string }
}

export type PublicationParameters = {
  readonly kind: 'publication'
  /** Where a detection is run first. */
  readonly filename?: string
  readonly fields: PublicationFields
} & (
  | { readonly origin: 'file'; readonly detection: DetectionParameters }
  | { readonly origin: 'detection'; readonly detectionId: string }
  | { readonly origin: 'project'; readonly projectId: string; readonly from: number; readonly to: number }
)

/** A file that is read as a log. */
export interface LogParameters {
  readonly kind: 'logs'
  readonly filename: string
  readonly uploadFileName: string
}

/** Parameters of a job, besides its owner. */
export type JobParameters =
  | TrainingParameters
  | DetectionParameters
  | VisualizationParameters
  | PublicationParameters
  | LogParameters
