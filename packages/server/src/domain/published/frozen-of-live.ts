import type { FrozenDetection, LiveAnalysis } from '../../schema/wire-types.ts'
import { worstOf } from '../findings/index.ts'
import { withoutRemarks } from './without-remarks.ts'

/** A live analysis, as a detection has it. */
export function frozenOfLive(id: string, analysis: Omit<LiveAnalysis, 'success'>): FrozenDetection {
  const { from, to, stepMs, gaps, periods, incidents, logs, trust, pvalue, cvalue, projectName, position } = analysis
  const rows = Math.max(1, Math.round((to - from) / stepMs) + 1)
  const series = analysis.series.map(({ seriesId, metric, instance, group, unit, rate }) => {
    const missing = gaps
      .filter(({ seriesIds }) => seriesIds.includes(seriesId))
      .reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.end + stepMs) - Math.max(from, gap.start)), 0)
    return {
      seriesId,
      metric: rate ? `rate(${metric})` : metric,
      instance,
      flagged: 0,
      present: Math.max(0, 1 - missing / Math.max(1, to - from)),
      ...(group !== undefined && { group }),
      ...(unit !== undefined && { unit }),
    }
  })
  const last = Math.min(to, Math.max(from, analysis.latestDataTimestamp ?? to, position ?? from))
  const found = {
    incidents,
    periods,
    gaps,
    series,
    notes: [],
    ...(logs !== undefined && { logs }),
    periodCount: periods.length,
    incidentCount: incidents.length,
    worstVal: worstOf(periods),
    flaggedShare: Math.min(1, periods.reduce((sum, period) => sum + period.rows, 0) / rows),
  }
  return withoutRemarks({
    id,
    kind: 'detection',
    uploadFileName: projectName,
    createdAt: to,
    from,
    to,
    intervalMs: stepMs,
    rows,
    seriesCount: analysis.seriesTotal,
    latestDataTimestamp: last,
    pvalue,
    cvalue,
    trust: trust === 'none' ? 'low' : trust,
    ...found,
  })
}
