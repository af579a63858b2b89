import type { ScoreTally } from '../results/score-tally.ts'
import { parseLimit, tidyRule } from './limit.ts'

/** When scores fail a build. */
export interface FailOnScore {
  readonly rule: string
  matches(tally: Pick<ScoreTally, 'alarms' | 'highest'>): boolean
}

const limits = { score: { fails: 'above', most: 1 }, alarms: { fails: 'above' } } as const
const hint = 'Write it like "score>=0.5" (0 to 1), "alarms>=3" or "any", in quotes.'

/** Reads `score>=N`, `score>N`, `alarms>=N`, `alarms>N` or `any`. An alarm is a score of at least 0.5. */
export function parseFailOnScore(text: string): FailOnScore {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, matches: ({ alarms }) => alarms > 0 }
  const { name, fails } = parseLimit(rule, limits, hint)
  return { rule, matches: ({ alarms, highest }) => fails(name === 'score' ? highest : alarms) }
}
