import type { Period } from '@omen/sdk'
import { severityOf } from '../render/severity.ts'
import { parseLimit, tidyRule } from './limit.ts'

/** When a detection fails a build. */
export interface FailOnPeriods {
  readonly rule: string
  /** The periods that meet the rule, or all if their count does. */
  matches(periods: readonly Period[]): boolean
}

const limits = { severity: { fails: 'above', most: 10 }, anomalies: { fails: 'above' } } as const
const hint = 'Write it like "severity>=5" (0 to 10), "anomalies>=3" or "any", in quotes.'

/** Reads `severity>=N`, `severity>N`, `anomalies>=N` or `any`. Severity is |val|; an instance that went down counts as 10. */
export function parseFailOnPeriods(text: string): FailOnPeriods {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, matches: ({ length }) => length > 0 }
  const { name, fails } = parseLimit(rule, limits, hint)
  if (name === 'anomalies') return { rule, matches: ({ length }) => fails(length) }
  return { rule, matches: (periods) => periods.some((period) => fails(severityOf(period))) }
}
