import { csvField } from './csv-field.ts'

/**
 * A row of a CSV that people open in a spreadsheet: a leading formula character is escaped, so that it does not
 * run.
 */
export function spreadsheetRow(values: readonly (string | number)[]): string {
  return values.map(field).join(',')
}

function field(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return csvField(text)
}
