import { readFileSync, writeFileSync } from 'node:fs'
import { machineLine } from './machine.ts'
import { figure, goalText, type Outcome, verdict } from './outcome.ts'

const open = '<!-- results: written by run.ts -->'
const close = '<!-- end of results -->'

/** Puts the figures between the two marks of a page. */
export function updateTables(page: string, outcomes: readonly Outcome[]): void {
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), outcomes))
}

export function withTables(text: string, outcomes: readonly Outcome[]): string {
  const from = text.indexOf(open)
  const to = text.indexOf(close)
  if (from < 0 || to < from) throw new Error('the page has lost the marks between which figures are written')
  return `${text.slice(0, from + open.length)}\n\n${tables(outcomes)}\n\n${text.slice(to)}`
}

function tables(outcomes: readonly Outcome[]): string {
  return outcomes.map(tableOf).join('\n\n')
}

function tableOf(outcome: Outcome): string {
  const head = `**${outcome.title}** (\`${outcome.name}\`)\n\n`
  if (!('measurements' in outcome)) return `${head}Not measured: ${outcome.missing}`
  const rows = outcome.measurements.map((m) => [
    m.what,
    `${figure(m.measured)} ${m.unit}`,
    goalText(m),
    verdict(m),
    m.note ?? '',
  ])
  return `${head}${alignedTable([['', 'measured', 'goal', '', ''], ...rows])}\n\n${machineLine(outcome.machine)}`
}

/** Padded as the formatter of the repository wants it, so that a run leaves nothing to format. */
function alignedTable(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, c) => Math.max(3, ...rows.map((row) => row[c]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const padded = rows.map((row) =>
    line(row.map((cell, c) => (c === 1 ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)))),
  )
  const rule = line(widths.map((width, c) => (c === 1 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))))
  return [padded[0], rule, ...padded.slice(1)].join('\n')
}
