import type { Detection } from '@omen/sdk'
import { severityOf } from '../render/severity.ts'
import { countOf, type FailOnRule, isAny, worstOf } from './gate.ts'
import { parseLimit, tidyRule } from './limit.ts'

type Findings = Pick<Detection, 'periods' | 'gaps'>

const limits = {
  severity: { fails: 'above', most: 10 },
  anomalies: { fails: 'above' },
  gaps: { fails: 'above' },
} as const
const hint = 'Write it like "severity>=5" (0 to 10), "anomalies>=3", "gaps>=1" or "any", in quotes.'

/**
 * Reads `severity>=N`, `severity>N`, `anomalies>=N`, `gaps>=N` or `any`, which counts both. Severity is |val|; an
 * instance that went down counts as 10.
 */
export function parseFailOnPeriods(text: string): FailOnRule<Findings> {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, check: ({ periods, gaps }) => countOf(periods.length + gaps.length, isAny) }
  const { name, fails } = parseLimit(rule, limits, hint)
  if (name === 'anomalies') return { rule, check: ({ periods }) => countOf(periods.length, fails) }
  if (name === 'gaps') return { rule, check: ({ gaps }) => countOf(gaps.length, fails) }
  return { rule, check: ({ periods }) => worstOf(periods, severityOf, fails, ({ sentence }) => sentence) }
}
