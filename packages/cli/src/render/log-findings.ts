import type { LogFinding, LogFindingKind } from '@omen/engine'
import type { AnalysedLog } from '../io/analyse-log.ts'
import { timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { count, counted, value } from './figures.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const SHOWN_FINDINGS = 30

/** Log findings as text, the least probable first. Times are those of the log, as UTC if they have no zone. */
export function renderLogFindings(log: AnalysedLog, { paint, width }: View): string {
  const { findings, templates, bucketMs } = log
  if (findings.length === 0) return 'No anomalies.'
  const texts = new Map(templates.map(({ id, text }) => [id, text]))
  const starts = findings.map(({ start }) => start).filter((start) => !Number.isNaN(start))
  const range = { from: Math.min(...starts), to: Math.max(...starts), intervalMs: 1000 }
  const times = starts.length > 0 ? timeWriter('UTC', range) : undefined
  const rows = findings
    .slice(0, SHOWN_FINDINGS)
    .map((finding) => [
      times && !Number.isNaN(finding.start) ? times.at(finding.start) : '–',
      count(finding.line),
      finding.kind,
      finding.probability.toExponential(0),
      whatOf(finding, bucketMs),
      plain(texts.get(finding.templateId) ?? '<*>'),
    ])
  const more = findings.length - SHOWN_FINDINGS
  const lines = [paint.bold(truncate(summaryOf(findings), width)), '', table(COLUMNS, rows, width, paint)]
  if (more > 0) lines.push(`and ${count(more)} more; --out or --json has them all`)
  return lines.join('\n')
}

const COLUMNS: Column[] = [
  { title: 'TIME (UTC)' },
  { title: 'LINE', align: 'right' },
  { title: 'KIND' },
  { title: 'P', align: 'right' },
  { title: 'WHAT', shrink: 2 },
  { title: 'TEMPLATE', shrink: 1 },
]

const KINDS: readonly LogFindingKind[] = ['new', 'rare', 'hot', 'cold', 'sequence', 'value']

function summaryOf(findings: readonly LogFinding[]): string {
  const parts = KINDS.flatMap((kind) => {
    const number = findings.filter((one) => one.kind === kind).length
    return number > 0 ? [`${count(number)} ${kind}`] : []
  })
  return `${counted(findings.length, 'finding')}: ${parts.join(', ')}.`
}

function whatOf({ kind, events, observed, usual: expected = 0 }: LogFinding, bucketMs: number): string {
  if (kind === 'hot') return `${value(observed)} in ${duration(bucketMs)}, usually ${rounded(expected)}`
  if (kind === 'cold') return `${value(observed)} beats of ${duration(expected)} missed`
  if (kind === 'value') return `${value(observed)}, usually ${rounded(expected)}`
  const times = events > 1 ? `, ${count(events)} times` : ''
  if (kind === 'new') return `never before${times}`
  return kind === 'rare' ? `hardly ever${times}` : `out of order${times}`
}

const rounded = (expected: number): string => value(Number(expected.toPrecision(2)))
