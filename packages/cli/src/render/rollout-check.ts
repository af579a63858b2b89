import type { RolloutCheck, RolloutFinding, RolloutVerdict } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { truncate } from './display-width.ts'
import { value } from './figures.ts'
import { plain } from './plain.ts'
import { signedPercent, signedValue } from './signed.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

/** The verdict on a line, and every metric, the worst first. */
export function renderCheck({ sentence, findings }: RolloutCheck, { paint, width }: View): string {
  const verdict = paint.bold(truncate(plain(sentence), width))
  if (findings.length === 0) return verdict
  const rows = findings.map((finding) => rowOf(finding, paint))
  return [verdict, '', table(COLUMNS, rows, width, paint)].join('\n')
}

const COLUMNS: Column[] = [
  { title: 'VERDICT' },
  { title: 'METRIC', shrink: 1 },
  { title: 'BEFORE', align: 'right' },
  { title: 'SHIFT', align: 'right' },
  { title: '95 %', align: 'right' },
  { title: 'PART', align: 'right' },
  { title: 'P', align: 'right' },
  { title: 'AGAINST', shrink: 2 },
]

function rowOf(finding: RolloutFinding, paint: View['paint']): Cell[] {
  const { shift, relative, adjusted, control, controls } = finding
  return [
    verdictCell(finding.verdict, paint),
    plain(finding.service === undefined ? finding.metric : `${finding.metric} of ${finding.service}`),
    value(finding.before),
    signed(shift.shift),
    shift.low === null || shift.high === null ? '–' : `${signed(shift.low)} … ${signed(shift.high)}`,
    relative === undefined ? '–' : signedPercent(relative),
    adjusted < 0.001 ? '< 0.001' : adjusted.toFixed(3),
    control === 'instances' ? `${controls.length} instance${controls.length === 1 ? '' : 's'}` : EARLIER[control],
  ]
}

function signed(number: number | null): string {
  return number === null ? '–' : signedValue(number)
}

const EARLIER = { weeks: 'earlier weeks', days: 'earlier days', none: 'before' } as const

const WORDS: Record<RolloutVerdict, string> = {
  worse: 'worse',
  better: 'better',
  changed: 'changed',
  'no-change': 'no change',
  insufficient: 'too little',
}

function verdictCell(verdict: RolloutVerdict, paint: View['paint']): Cell {
  const text = WORDS[verdict]
  if (verdict === 'worse') return { text, shown: paint.red(text) }
  return verdict === 'better' ? { text, shown: paint.green(text) } : text
}

/** The check as JSON, without lines. */
export function checkJson({ success: _, shown: __, ...checked }: RolloutCheck): object {
  return checked
}

const CSV_COLUMNS =
  'verdict,metric,service,before,shift,low,high,relative,delta,distance,p,adjusted_p,effective_before,effective_after,control,series,controls'

/** Every metric as CSV, the worst first; ids of series joined by a space, unknown values empty. */
export function checkCsv({ findings }: RolloutCheck): string {
  const rows = findings.map((one) => {
    const figures = [one.before, one.shift.shift, one.shift.low, one.shift.high, one.relative, one.delta, one.distance]
    const more = [one.probability, one.adjusted, one.effective.before, one.effective.after]
    const names = [one.control, one.series.join(' '), one.controls.join(' ')]
    return csvRow([
      one.verdict,
      one.metric,
      one.service ?? '',
      ...[...figures, ...more].map((figure) => figure ?? ''),
      ...names,
    ])
  })
  return `${[CSV_COLUMNS, ...rows].join('\n')}\n`
}
