import type { CalibrationPoint, ModelType, NabScore, WindowEvaluation } from '@omen/engine'

/** The evaluation of one series, or of one run of a model over all its series. */
export interface EvaluatedPart {
  file: string
  /** Empty for a file with one series, and for a model. */
  series: string
  rows: number
  evaluation: WindowEvaluation
}

/** NAB's profiles, under the names of its own results. */
export type NabProfileName = 'standard' | 'lowFP' | 'lowFN'

/** The result of an evaluation: of scores, of a model, or of rows that a model flagged. */
export interface Evaluation {
  parts: EvaluatedPart[]
  total: WindowEvaluation
  /** For scores: the alarm threshold, and NAB's scores if there are windows. */
  scores?: { threshold: number; nab: Record<NabProfileName, NabScore> | undefined }
  /** For a model: how it was trained and run, and what it flags outside the windows. */
  model?: {
    modelType: ModelType
    training: string
    trainedRows: number
    pvalue: number
    cvalue: number
    /** Undefined for DBScan, whose pvalue is a distance. */
    flagged: CalibrationPoint[] | undefined
  }
  /** Files of the labels that were not evaluated. */
  unusedLabels: string[]
  /** Remarks; may be empty. */
  remarks: string[]
}
