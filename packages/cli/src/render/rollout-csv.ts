import type { Rollout } from '@omen/engine'
import { csvRow } from '@omen/sdk/rules'

const COLUMNS =
  'verdict,metric,service,before,shift,low,high,relative,delta,rank_p,distance,distribution_p,adjusted_p,effective_before,effective_after,control,series,controls'

/** Every metric as CSV, the worst first; ids of series joined by a space, unknown values empty. */
export function rolloutCsv({ findings }: Rollout): string {
  const rows = findings.map((finding) => {
    const { verdict, metric, service = '', shift, rank, distribution, effective, control } = finding
    const figures = [finding.before, shift.shift, shift.low, shift.high, finding.relative, rank.delta, rank.probability]
    const more = [distribution.distance, distribution.probability, finding.adjusted, effective.before, effective.after]
    const names = [control, finding.series.join(' '), finding.controls.join(' ')]
    return csvRow([verdict, metric, service, ...[...figures, ...more].map(figure), ...names])
  })
  return `${[COLUMNS, ...rows].join('\n')}\n`
}

function figure(value: number | undefined): number | '' {
  return value === undefined || Number.isNaN(value) ? '' : Number(value.toPrecision(6))
}
