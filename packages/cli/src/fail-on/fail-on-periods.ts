import type { Detection } from '@omen/sdk'
import { severityOf } from '../render/severity.ts'
import { countOf, type FailOnRule, isAny, worstOf } from './gate.ts'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

/** What the rules on a detection count. */
export type Findings = Pick<Detection, 'incidents' | 'periods' | 'gaps'>

const LIMITS = {
  severity: { fails: 'above', max: 10, isOfEach: true },
  incidents: COUNT,
  anomalies: COUNT,
  gaps: COUNT,
} as const
const OF_DETECTIONS =
  'Write it like "severity>=5" (0 to 10), "incidents>=2", "anomalies>=3", "gaps>=1" or "any", in quotes.'

/**
 * Reads `severity>=N`, `severity>N`, `incidents>=N`, `anomalies>=N`, `gaps>=N` or `any`, which counts incidents: every anomaly and
 * every gap is part of one. Severity is |val|; an instance that went down counts as 10.
 */
export function parseFailOnPeriods(text: string, hint: string = OF_DETECTIONS): FailOnRule<Findings> {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, check: ({ incidents }) => countOf(incidents.length, isAny) }
  const { name, fails } = parseLimit(rule, LIMITS, hint)
  if (name === 'incidents') return { rule, check: ({ incidents }) => countOf(incidents.length, fails) }
  if (name === 'anomalies') return { rule, check: ({ periods }) => countOf(periods.length, fails) }
  if (name === 'gaps') return { rule, check: ({ gaps }) => countOf(gaps.length, fails) }
  return { rule, check: ({ periods }) => worstOf(periods, severityOf, fails, ({ sentence }) => sentence) }
}
