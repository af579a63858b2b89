import type { LiveAnalysis, Period } from '@omen/sdk'

/** What a screen knows of a project: the newest analysis, and what updates have added to it. */
export interface LiveBoard {
  readonly head: LiveAnalysis
  /** Signed degree of the whole project by the start of its bucket; null where nothing was scored. */
  readonly degrees: ReadonlyMap<number, number | null>
  /** Instance of each series that was in an answer so far. */
  readonly instances: ReadonlyMap<string, string>
  /** When the newest answer came, in epoch milliseconds. */
  readonly readAt: number
}

/** Whether a finding has not ended yet. */
export function isLasting({ state }: Pick<Period, 'state'>): boolean {
  return state === 'open' || state === 'recovering'
}
