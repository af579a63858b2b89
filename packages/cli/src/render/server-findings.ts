import type { ServerFinding } from '../results/server-finding.ts'
import { timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { count, counted } from './figures.ts'
import { logCsv } from './log-csv.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const SHOWN_FINDINGS = 50
const COLUMNS: Column[] = [
  { title: 'WHEN' },
  { title: 'KIND' },
  { title: 'SEVERITY', align: 'right' },
  { title: 'ID', align: 'right' },
  { title: 'FINDING', shrink: 1 },
]

/** Findings of a log of the server, the most severe first. */
export function renderServerFindings(
  findings: readonly ServerFinding[],
  { paint, width, io, hasTimes }: View & { hasTimes: boolean },
): string {
  if (findings.length === 0) return 'No anomalies.'
  const starts = findings.map(({ start }) => start)
  const range = { from: Math.min(...starts), to: Math.max(...starts), intervalMs: 1000 }
  const times = timeWriter(io.timeZone, range)
  const rows = findings
    .slice(0, SHOWN_FINDINGS)
    .map(({ start, line, kind, val, templateId, sentence }) => [
      hasTimes ? times.at(start) : `line ${count(line ?? start)}`,
      kind,
      val.toFixed(1),
      String(templateId),
      plain(sentence),
    ])
  const more = findings.length - SHOWN_FINDINGS
  const lines = [
    paint.bold(truncate(`${counted(findings.length, 'finding')}.`, width)),
    '',
    table(COLUMNS, rows, width, paint),
  ]
  if (more > 0) lines.push(`and ${count(more)} more; --out or --json has them all`)
  return lines.join('\n')
}

/** Findings as CSV; times in epoch milliseconds. */
export function serverFindingsCsv(findings: readonly ServerFinding[]): string {
  const rows = findings.map(({ kind, start, end, line, lines, val, probability, templateId, template, sentence }) => [
    ...[kind, start, end, line ?? '', lines, val, probability, templateId, template, sentence],
  ])
  return logCsv('kind,start,end,line,lines,severity,probability,template_id,template,sentence', rows)
}
