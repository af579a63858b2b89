import type { TrainingPreview, Verdict, VerdictAnswer, VerdictRequest } from '@omen/sdk'
import type { QueryKey } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** What a verdict changes: which findings are shown, or what is learned next. */
export type VerdictEffect =
  | { kind: 'periods'; preview: VerdictAnswer['preview'] }
  | { kind: 'training'; preview: TrainingPreview }

/** Where verdicts on the findings of an analysis are given. */
export interface VerdictSource {
  previewKey: (analysisId: string, periodId: string, verdict: Verdict) => QueryKey
  preview: (analysisId: string, periodId: string, verdict: Verdict, signal: AbortSignal) => Promise<VerdictEffect>
  give: (analysisId: string, request: VerdictRequest, signal: AbortSignal) => Promise<unknown>
  /** What a verdict changes: the analysis, which is read again at once, and lists. */
  changedKeys: (analysisId: string) => { analysis: QueryKey; lists: readonly QueryKey[] }
}

const VerdictContext = createContext<VerdictSource | null>(null)

/** Takes the verdicts that are given below it. */
export const VerdictProvider = VerdictContext.Provider

export const useVerdictSource = (): VerdictSource => {
  const source = useContext(VerdictContext)
  if (source === null) throw new Error('No VerdictProvider around an analysis')
  return source
}
