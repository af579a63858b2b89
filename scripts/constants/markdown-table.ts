/** The first two rows of a table of Markdown. */
export function header(...cells: string[]): string {
  return `${row(...cells)}\n${row(...cells.map(() => '---'))}`
}

/** A row of a table of Markdown. */
export function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
