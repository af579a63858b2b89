import { InvalidArgumentError } from 'commander'
import type { ScoreTally } from './score-tally.ts'

/** When scores fail a build. */
export interface FailOnScore {
  readonly rule: string
  matches(tally: Pick<ScoreTally, 'alarms' | 'highest'>): boolean
}

/** Reads `score>=N`, `score>N`, `alarms>=N`, `alarms>N` or `any`. An alarm is a score of at least 0.5. */
export function parseFailOnScore(text: string): FailOnScore {
  const rule = text.replaceAll(/\s+/g, '')
  if (rule === 'any') return { rule, matches: ({ alarms }) => alarms > 0 }
  const [, what, sign, digits = ''] = /^(score|alarms)(>=|>)(\d+(?:\.\d+)?)$/.exec(rule) ?? []
  const limit = Number(digits)
  if (what === undefined || (what === 'score' && limit > 1)) {
    throw new InvalidArgumentError('Write it like "score>=0.5" (0 to 1), "alarms>=3" or "any", in quotes.')
  }
  const reaches = (number: number) => (sign === '>' ? number > limit : number >= limit)
  return { rule, matches: ({ alarms, highest }) => reaches(what === 'score' ? highest : alarms) }
}
