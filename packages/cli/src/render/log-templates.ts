import type { LogTemplate } from '@omen/engine'
import { count, percent } from './figures.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const SHOWN_TEMPLATES = 100
const COLUMNS: Column[] = [
  { title: 'ID', align: 'right' },
  { title: 'MESSAGES', align: 'right' },
  { title: 'SHARE', align: 'right' },
  { title: 'TEMPLATE', shrink: 1 },
]

/** Templates of a log of so many messages, the most frequent first. */
export function renderLogTemplates(
  templates: readonly LogTemplate[],
  messages: number,
  { paint, width }: View,
): string {
  if (messages === 0) return 'No lines.'
  const rows = templates
    .toSorted((a, b) => b.count - a.count || a.id - b.id)
    .slice(0, SHOWN_TEMPLATES)
    .map(({ id, count: own, text }) => [String(id), count(own), percent(own / messages), plain(text)])
  const more = templates.length - SHOWN_TEMPLATES
  const shown = table(COLUMNS, rows, width, paint)
  return more > 0 ? `${shown}\nand ${count(more)} more; --json has them all` : shown
}
