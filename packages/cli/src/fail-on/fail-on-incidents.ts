import { severityOf } from '../render/severity.ts'
import type { RatedIncident } from '../results/gated-incident.ts'
import { countOf, type FailOnRule, isAny, worstOf } from './gate.ts'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

const LIMITS = { severity: { fails: 'above', max: 10, isOfEach: true }, incidents: COUNT, gaps: COUNT } as const
const HINT = 'Write it like "severity>=5" (0 to 10), "incidents>=2", "gaps>=1" or "any", in quotes.'

/** Reads `severity>=N`, `severity>N`, `incidents>=N`, `incidents>N`, `gaps>=N` or `any`. An instance that went down counts as 10. */
export function parseFailOnIncidents(text: string): FailOnRule<readonly RatedIncident[]> {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, check: ({ length }) => countOf(length, isAny) }
  const { name, fails } = parseLimit(rule, LIMITS, HINT)
  if (name === 'incidents') return { rule, check: ({ length }) => countOf(length, fails) }
  if (name === 'gaps')
    return {
      rule,
      check: (incidents) =>
        countOf(
          incidents.reduce((sum, { gaps }) => sum + gaps, 0),
          fails,
        ),
    }
  const severity = ({ val, kind }: RatedIncident): number =>
    severityOf({ val, kind: kind === 'instanceDown' ? 'down' : 'anomaly' })
  return { rule, check: (incidents) => worstOf(incidents, severity, fails, ({ sentence }) => sentence) }
}
