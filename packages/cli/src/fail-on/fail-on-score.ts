import type { ScoreTally } from '../results/score-tally.ts'
import { countOf, type FailOnRule, isAny } from './gate.ts'
import { count, parseLimit, tidyRule } from './limit.ts'

const limits = { score: { fails: 'above', max: 1 }, alarms: count } as const
const hint = 'Write it like "score>=0.5" (0 to 1), "alarms>=3" or "any", in quotes.'

/** Reads `score>=N`, `score>N`, `alarms>=N`, `alarms>N` or `any`. An alarm is a score of at least 0.5. */
export function parseFailOnScore(text: string): FailOnRule<Pick<ScoreTally, 'alarms' | 'highest'>> {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, check: ({ alarms }) => countOf(alarms, isAny) }
  const { name, fails } = parseLimit(rule, limits, hint)
  return { rule, check: ({ alarms, highest }) => countOf(name === 'score' ? highest : alarms, fails) }
}
