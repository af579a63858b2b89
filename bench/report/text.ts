import { figure, goalText, type Outcome, verdict } from './outcome.ts'

/** A budget as aligned lines for a terminal. */
export function outcomeText(outcome: Outcome): string {
  const head = `\n${outcome.title}  (${outcome.name})\n`
  if (!('measurements' in outcome)) return `${head}  not measured: ${outcome.missing}\n`
  const rows = outcome.measurements.map((m) => [m.what, `${figure(m.measured)} ${m.unit}`, goalText(m), verdict(m)])
  const widths = [0, 1, 2].map((c) => Math.max(...rows.map((row) => row[c]!.length)))
  const lines = rows.map((row, r) => {
    const cells = row.map((cell, c) => (c === 1 ? cell.padStart(widths[1]!) : cell.padEnd(widths[c] ?? 0)))
    const note = outcome.measurements[r]!.note
    return `  ${cells.join('  ').trimEnd()}${note ? `\n      ${note}` : ''}`
  })
  return `${head}${lines.join('\n')}\n`
}
