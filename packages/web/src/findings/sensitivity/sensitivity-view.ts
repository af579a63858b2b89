import type { Sensitivity } from './levels.ts'

/** Values that differ from the normal ones; null for those that do not. So the address and the cache name a view once. */
export interface Overrides {
  pvalue: number | null
  cvalue: number | null
}

export interface FindingCounts {
  findings: number
  incidents: number
}

/** How an answer is read and kept. */
export interface AnswerQuery<Answer> {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>
  staleTime: number
}

/** What the findings on the page are shown with, and what can be made of another choice; an answer holds findings. */
export interface SensitivityView<Answer> {
  modelType?: string | undefined
  intervalMs: number
  /** Without a choice. */
  normal: Sensitivity
  current: Sensitivity
  answer: Answer
  /** Reads what it would be. */
  query: (overrides: Overrides) => AnswerQuery<Answer>
  countsOf: (answer: Answer) => FindingCounts
  apply: (overrides: Overrides) => void
  /** Makes a choice the normal one; left out where the reader may not. */
  keep?: (values: Sensitivity) => Promise<void>
}

export const changedFrom = ({ pvalue, cvalue }: Sensitivity, normal: Sensitivity): Overrides => ({
  pvalue: pvalue === normal.pvalue ? null : pvalue,
  cvalue: cvalue === normal.cvalue ? null : cvalue,
})
