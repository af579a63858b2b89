/** A CSV as plain columns, read without the engine, so that it can judge the engine. */
export interface Table {
  times: number[]
  /** By the name in the header; NaN where a cell holds no number. */
  columns: Map<string, number[]>
}

/** Reads a header line, then rows with ascending times: epoch milliseconds, or dates in UTC. */
export function readTable(text: string): Table {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  const rows = lines.map((line) => line.split(',').map((cell) => cell.trim()))
  const columns = names
    .slice(1)
    .map((name, index): [string, number[]] => [name, rows.map((row) => cellOf(row[index + 1]))])
  return { times: rows.map(([time = '']) => timeOf(time)), columns: new Map(columns) }
}

function cellOf(cell: string | undefined): number {
  return cell === undefined || cell === '' || /^(null|nan)$/i.test(cell) ? Number.NaN : Number(cell)
}

function timeOf(cell: string): number {
  return /^\d+$/.test(cell) ? Number(cell) : Date.parse(`${cell.replace(' ', 'T')}Z`)
}
