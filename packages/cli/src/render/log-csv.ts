import { csvRow } from '@omen/sdk/rules'
import { escapeControls } from './plain.ts'

/** CSV of texts that came from logs, below its header: no line of it can write to the terminal that it ends up on. */
export function logCsv(columns: string, rows: readonly (readonly (string | number)[])[]): string {
  return `${[columns, ...rows.map((row) => escapeControls(csvRow(row)))].join('\n')}\n`
}
