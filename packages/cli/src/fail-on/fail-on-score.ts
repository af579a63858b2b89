import type { ScoreTally } from '../results/score-tally.ts'
import { countOf, type FailOnRule, isAny } from './gate.ts'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

const LIMITS = { score: { fails: 'above', max: 1 }, alarms: COUNT } as const
const HINT = 'Write it like "score>=0.5" (0 to 1), "alarms>=3" or "any", in quotes.'

/** Reads `score>=N`, `score>N`, `alarms>=N`, `alarms>N` or `any`. An alarm is a score of at least 0.5. */
export function parseFailOnScore(text: string): FailOnRule<Pick<ScoreTally, 'alarms' | 'highest'>> {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, check: ({ alarms }) => countOf(alarms, isAny) }
  const { name, fails } = parseLimit(rule, LIMITS, HINT)
  return { rule, check: ({ alarms, highest }) => countOf(name === 'score' ? highest : alarms, fails) }
}
