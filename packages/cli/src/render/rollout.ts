import type { Rollout, RolloutFinding, RolloutVerdict } from '@omen/engine'
import { truncate } from './display-width.ts'
import { value } from './figures.ts'
import { nameOf, probability, rolloutVerdict } from './rollout-verdict.ts'
import { signedPercent, signedValue } from './signed.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

/** The verdict on a line, and every metric, the worst first. */
export function renderRollout(comparison: Rollout, { paint, width }: View): string {
  const verdict = paint.bold(truncate(rolloutVerdict(comparison), width))
  if (comparison.findings.length === 0) return verdict
  const rows = comparison.findings.map((finding) => rowOf(finding, paint))
  return [verdict, '', table(COLUMNS, rows, width, paint)].join('\n')
}

const COLUMNS: Column[] = [
  { title: 'VERDICT' },
  { title: 'METRIC', shrink: 1 },
  { title: 'BEFORE', align: 'right' },
  { title: 'SHIFT', align: 'right' },
  { title: '95 %', align: 'right' },
  { title: 'PART', align: 'right' },
  { title: 'DELTA', align: 'right' },
  { title: 'APART', align: 'right' },
  { title: 'P', align: 'right' },
  { title: 'AGAINST', shrink: 2 },
]

function rowOf(finding: RolloutFinding, paint: View['paint']): Cell[] {
  const { shift, relative, rank, distribution, adjusted, control, controls } = finding
  const isKnown = !Number.isNaN(shift.shift)
  return [
    verdictCell(finding.verdict, paint),
    nameOf(finding),
    Number.isNaN(finding.before) ? '–' : value(finding.before),
    isKnown ? signedValue(shift.shift) : '–',
    isKnown ? `${signedValue(shift.low)} … ${signedValue(shift.high)}` : '–',
    relative === undefined ? '–' : signedPercent(relative),
    rank.delta.toFixed(2),
    distribution.distance.toFixed(2),
    probability(adjusted),
    control === 'instances' ? `${controls.length} instance${controls.length === 1 ? '' : 's'}` : EARLIER[control],
  ]
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
