import type { LiveAnalysis } from '@omen/sdk'
import { useMemo, useState } from 'react'
import { withDecisionsOf, withVerdictsOf } from './live-verdicts.ts'
import type { Followed } from './use-follow.ts'

interface Held {
  shown: LiveAnalysis | null
  /** Buckets that have come since. */
  missed: number
}

/** What is followed, or while the view is held what it was then, with the verdicts and decisions of now. */
export const useHeld = ({ window, key }: Pick<Followed, 'window' | 'key'>, isHeld: boolean): Held => {
  const [held, setHeld] = useState<{ key: string; analysis: LiveAnalysis } | null>(null)
  const current = window?.analysis ?? null
  if (!isHeld && held !== null) setHeld(null)
  if (isHeld && current !== null && held?.key !== key) setHeld({ key, analysis: current })
  const analysis = isHeld && held?.key === key ? held.analysis : current
  const shown = useMemo(
    () =>
      analysis === null || current === null ? analysis : withDecisionsOf(withVerdictsOf(analysis, current), current),
    [analysis, current],
  )
  const [last, newest] = [shown?.times.at(-1), current?.times.at(-1)]
  const missed = last === undefined || newest === undefined || current === null ? 0 : (newest - last) / current.bucketMs
  return { shown, missed: Math.max(0, Math.round(missed)) }
}
