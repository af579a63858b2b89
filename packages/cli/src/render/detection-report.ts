import type { Detection } from '@omen/sdk'
import type { ReportedFinding } from './report.ts'
import { byWorst, severityOf } from './severity.ts'

/** Anomalies, the worst first, and gaps, as a gate reports them. */
export function detectionFindings({ periods, gaps }: Detection): ReportedFinding[] {
  const anomalies = byWorst(periods).map((period): ReportedFinding => {
    const { kind, sentence, start, end, series } = period
    return {
      rule: kind,
      message: sentence,
      severity: severityOf(period),
      start,
      end,
      series: series.map((one) => one.seriesId),
    }
  })
  const silences = gaps.map(({ kind, sentence, start, end, seriesIds }): ReportedFinding => {
    return { rule: `gap-${kind}`, message: sentence, start, end, series: seriesIds }
  })
  return [...anomalies, ...silences]
}
