import { type Annotation, type Highlight, type InstanceSeries, toHighlight } from '@omen/charts'
import { severityRank } from '@omen/charts/findings'
import type { Analysis } from '../analysis.ts'
import type { Metric } from '../metrics/metric-model.ts'
import type { SelectedFindings } from '../metrics/selected-findings.ts'

/** One bar an incident on a metric, over the periods that name one of its series, and its number. */
export const metricHighlights = (
  metric: Pick<Metric, 'periods' | 'gaps'> & { series: readonly InstanceSeries[] },
  { incidents }: Pick<Analysis, 'incidents'>,
  { incidentOf }: Pick<SelectedFindings, 'incidentOf'>,
): { highlights: Highlight[]; annotations: Annotation[] } => {
  const own = new Set(metric.series.map(({ seriesId }) => seriesId))
  const byIncident = new Map<string, Highlight>()
  for (const period of metric.periods) {
    const incident = incidentOf.get(period.id)
    const found = toHighlight(period, own)
    const id = incident?.id ?? period.id
    const known = byIncident.get(id)
    const worst = known === undefined || severityRank(found.val) > severityRank(known.val) ? found : known
    byIncident.set(id, {
      ...worst,
      id,
      start: Math.min(found.start, known?.start ?? found.start),
      end: Math.max(found.end, known?.end ?? found.end),
    })
  }
  const gaps = metric.gaps.map(({ start, end, sentence }): Highlight => {
    const incident = incidents.find(({ val, start: from, end: to }) => val === null && start >= from && end <= to)
    return { start, end, val: 0, isMissingValue: true, sentence, ...(incident && { id: incident.id }) }
  })
  const annotations = incidents.flatMap(({ id, number }) => (byIncident.has(id) ? [{ highlightId: id, number }] : []))
  return { highlights: [...byIncident.values(), ...gaps], annotations }
}
