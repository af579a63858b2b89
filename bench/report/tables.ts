import { readFileSync, writeFileSync } from 'node:fs'

const OPEN = '<!-- results: written by run.ts -->'
const CLOSE = '<!-- end of results -->'

/** Writes a table between the two marks of a page. */
export function updateTable(page: string, table: string): void {
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), table))
}

/** The text of a page with another table between its marks. Throws Error if a mark is missing. */
export function withTable(text: string, table: string): string {
  const from = text.indexOf(OPEN)
  const to = text.indexOf(CLOSE)
  if (from < 0 || to < from) throw new Error('the page has lost the marks between which figures are written')
  return `${text.slice(0, from + OPEN.length)}\n\n${table}\n\n${text.slice(to)}`
}

/** A Markdown table; its first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(rows[0]!), line(rows[0]!.map(() => '---')), ...rows.slice(1).map(line)].join('\n')
}
