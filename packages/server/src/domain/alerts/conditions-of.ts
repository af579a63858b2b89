import { openOrReport } from '../calendars/index.ts'
import type { Context } from '../context.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { Conditions } from './conditions.ts'
import { isSelected } from './match-series.ts'
import type { AlertRules } from './settings.ts'

/** Degrees are kept up to this one. */
const mostDegree = 10

/** What the settings of a project ask of an incident. */
export function conditionsOf(
  { log }: Pick<Context, 'log'>,
  { source, project }: ProjectRow,
  rules: AlertRules,
): Conditions {
  const { pvalueEmail, cvalueEmail, minAnomalyRatio, onlyWithCause, thresholds } = rules
  const least = project.pvalue === 0 ? 0 : Math.log(1 - pvalueEmail) / Math.log(1 - project.pvalue)
  const hiding = rules.calendars
    .filter(({ hideAlerts }) => hideAlerts)
    .map(({ selector, ...rule }) => {
      const report = (err: unknown): void =>
        log.error({ err, sourceId: source.id, rrule: rule.rrule }, 'a calendar of alerts cannot be followed')
      return { selector, times: openOrReport(rule, report) }
    })
  return {
    ...{ cvalue: cvalueEmail, onlyWithCause, thresholds },
    // Scores are single precision
    leastDegree: Math.min(mostDegree, Math.max(1, least)) - 1e-6,
    leastSeries: Math.ceil(minAnomalyRatio * project.seriesCount - 1e-9),
    isHidden: (series, start) =>
      hiding.some(({ selector, times }) => isSelected(selector, series) && start < (times.before(start)?.end ?? start)),
  }
}
