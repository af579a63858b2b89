import { readFileSync, writeFileSync } from 'node:fs'

const open = '<!-- results: written by run.ts -->'
const close = '<!-- end of results -->'

/** Writes a table between the two marks of a page. */
export function updateTable(page: string, table: string): void {
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table))
}

/** The text of a page with another table between its marks. Throws Error if a mark is missing. */
export function withTable(text: string, table: string): string {
  const from = text.indexOf(open)
  const to = text.indexOf(close)
  if (from < 0 || to < from) throw new Error('the page has lost the marks between which figures are written')
  return `${text.slice(0, from + open.length)}\n\n${table}\n\n${text.slice(to)}`
}

/** A Markdown table; its first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(rows[0]!), line(rows[0]!.map(() => '---')), ...rows.slice(1).map(line)].join('\n')
}
