import type { IncidentPeriod } from '../incident.ts'
import { isWithin } from './daily-window.ts'
import { degreeOf, isAlike, patternOf } from './period-pattern.ts'
import type { VerdictEffect, VerdictRule } from './verdict.ts'

/** Room for rounding when a probability was stored. */
const ROUNDING = 1e-9

/** What the rules hide of some periods. Nothing is changed: so the effect can be shown before it is applied. */
export function previewVerdicts(rules: readonly VerdictRule[], periods: readonly IncidentPeriod[]): VerdictEffect {
  const vanish: VerdictEffect['vanish'] = []
  for (const [place, period] of periods.entries()) {
    const rule = rules.findIndex((one) => isHidden(one, period))
    if (rule >= 0) vanish.push({ place, rule })
  }
  return { vanish, keep: periods.length - vanish.length }
}

/**
 * Whether a rule hides a period: alike, no worse than the rule reaches, and for an exclusion begun within its hours.
 */
export function isHidden(rule: VerdictRule, period: IncidentPeriod): boolean {
  return (
    degreeOf(period) <= rule.upTo + ROUNDING &&
    isAlike(patternOf(period), rule.pattern) &&
    (rule.kind === 'threshold' || isWithin(rule.window, period, rule.toLocal))
  )
}
