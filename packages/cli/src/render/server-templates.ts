import type { AnalysedTemplate } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { count, percent } from './figures.ts'
import { logCsv } from './log-csv.ts'
import { levelName } from './log-lines.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const SHOWN_TEMPLATES = 100
const COLUMNS: Column[] = [
  { title: 'ID', align: 'right' },
  { title: 'LINES', align: 'right' },
  { title: 'SHARE', align: 'right' },
  { title: 'LEVEL' },
  { title: 'LAST' },
  { title: 'TEMPLATE', shrink: 1 },
]

/** Templates of a log of the server, the most frequent first. */
export function renderServerTemplates(
  templates: readonly AnalysedTemplate[],
  { paint, width, io, hasTimes }: View & { hasTimes: boolean },
): string {
  if (templates.length === 0) return 'No lines.'
  const lasts = templates.map(({ lastInRange }) => lastInRange ?? 0)
  const times = timeWriter(io.timeZone, { from: Math.min(...lasts), to: Math.max(...lasts), intervalMs: 1000 })
  const rows = templates
    .slice(0, SHOWN_TEMPLATES)
    .map(({ templateId, count: lines, share, severity, lastSeen, name, text, ignored, critical }) => [
      String(templateId),
      count(lines),
      percent(share),
      levelName(severity),
      hasTimes ? times.at(lastSeen) : `line ${count(lastSeen)}`,
      plain(`${name ? `${name}: ` : ''}${text}${ignored ? ' (ignored)' : ''}${critical ? ' (critical)' : ''}`),
    ])
  const more = templates.length - SHOWN_TEMPLATES
  const shown = table(COLUMNS, rows, width, paint)
  return more > 0 ? `${shown}\nand ${count(more)} more; --out or --json has them all` : shown
}

/** Templates as CSV; times in epoch milliseconds. */
export function serverTemplatesCsv(templates: readonly AnalysedTemplate[]): string {
  const rows = templates.map(({ templateId, count: lines, share, severity, firstSeen, lastSeen, name = '', text }) => [
    ...[templateId, lines, share, levelName(severity), firstSeen, lastSeen, name, text],
  ])
  return logCsv('template_id,lines,share,level,first_seen,last_seen,name,template', rows)
}
