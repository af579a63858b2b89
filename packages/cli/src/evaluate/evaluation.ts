import type { CalibrationPoint, ModelType, NabScore, WindowJudgement } from '@omen/engine'

/** How one series did, or one run of a model over all its series. */
export interface EvaluatedPart {
  file: string
  /** Empty for a file with one series, and for a model. */
  series: string
  rows: number
  judgement: WindowJudgement
}

/** NAB's profiles, as its own results call them. */
export type NabProfileName = 'standard' | 'lowFP' | 'lowFN'

/** What came out of an evaluation. */
export interface Evaluation {
  parts: EvaluatedPart[]
  total: WindowJudgement
  /** Of scores: where an alarm begins, and NAB's scores where there are windows. */
  scores?: { threshold: number; nab: Record<NabProfileName, NabScore> | undefined }
  /** Of a model: how it was made and run, and what it flags outside the windows. */
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
  /** What is to be known beside; may be empty. */
  remarks: string[]
}
