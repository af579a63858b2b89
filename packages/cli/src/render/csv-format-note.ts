import type { CsvReport } from '@omen/engine'

const DELIMITERS = { comma: '', semicolon: 'semicolons between cells', tab: 'tabs between cells' }

/** How a table is written, where that is unusual: "semicolons between cells, decimal comma". Empty for commas and points. */
export function csvFormatNote({
  delimiter = 'comma',
  decimal,
}: Partial<Pick<CsvReport, 'delimiter' | 'decimal'>>): string {
  return [DELIMITERS[delimiter], decimal === 'comma' ? 'decimal comma' : ''].filter(Boolean).join(', ')
}
