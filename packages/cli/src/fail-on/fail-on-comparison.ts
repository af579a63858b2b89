import type { PublishedComparison } from '@omen/sdk'
import { countOf, type FailOnRule } from './gate.ts'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

type Compared = Pick<PublishedComparison, 'verdict' | 'counts' | 'severityChange'>

const LIMITS = { new: COUNT } as const
const HINT = 'Write it like "worse" or "new>=1", in quotes.'

/** Reads `worse`, or `new>=N` for the findings that are new. */
export function parseFailOnComparison(text: string): FailOnRule<Compared> {
  const rule = tidyRule(text)
  if (rule === 'worse')
    return {
      rule,
      check: ({ verdict, severityChange }) => (verdict === 'worse' ? { value: severityChange } : undefined),
    }
  const { fails } = parseLimit(rule, LIMITS, HINT)
  return { rule, check: ({ counts }) => countOf(counts.new, fails) }
}
