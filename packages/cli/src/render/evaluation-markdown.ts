import type { Evaluation } from '../results/evaluation.ts'
import { escapeMarkdown } from './detection-markdown.ts'
import { figureRows, howOf } from './evaluation.ts'
import { calibrationTable, nabTable, type PlainTable, partsTable } from './evaluation-tables.ts'

/** An evaluation as Markdown, for a comment on a pull request. */
export function evaluationMarkdown(evaluation: Evaluation): string {
  const { parts, scores, model } = evaluation
  const figures: PlainTable = {
    columns: [{ title: '' }, { title: '', align: 'right' }, { title: '' }],
    rows: figureRows(evaluation),
  }
  const tables = [
    figures,
    ...(scores?.nab ? [nabTable(scores.nab)] : []),
    ...(model?.flagged ? [calibrationTable(model.flagged)] : []),
    ...(parts.length > 1 ? [partsTable(parts)] : []),
  ]
  return [escapeMarkdown(howOf(evaluation)), ...tables.map(tableMarkdown)].join('\n\n')
}

function tableMarkdown({ columns, rows }: PlainTable): string {
  const rule = columns.map(({ align }) => (align === 'right' ? '---:' : '---'))
  const titles = columns.map(({ title }) => (title === 'NAB' ? title : title.charAt(0) + title.slice(1).toLowerCase()))
  return [titles, rule, ...rows.map((row) => row.map(escapeMarkdown))].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
