import { csvRow } from '@omen/sdk/rules'
import type { UploadedLog } from '../results/uploaded-log.ts'
import { count } from './figures.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'FILE', shrink: 1 },
  { title: 'LINES', align: 'right' },
  { title: 'TEMPLATES', align: 'right' },
  { title: 'FINDINGS', align: 'right' },
  { title: 'STATE', shrink: 2 },
]

const shown = (value: number | undefined): string => (value === undefined ? '–' : count(value))

/** Log files that were sent, with the address of a single one's page. */
export function renderUploadedLogs(files: readonly UploadedLog[], { paint, width }: View): string {
  const rows = files.map(({ path, lines, templates, findings, state, error }) => [
    plain(path),
    shown(lines),
    shown(templates),
    shown(findings),
    plain(error?.message ?? state),
  ])
  const [only] = files
  const page = files.length === 1 && only?.url ? `\n${only.url}` : ''
  return table(COLUMNS, rows, width, paint) + page
}

/** The same as CSV. */
export function uploadedLogsCsv(files: readonly UploadedLog[]): string {
  const rows = files.map(({ path, filename = '', lines = '', templates = '', findings = '', state, error }) =>
    csvRow([path, filename, lines, templates, findings, state, error?.message ?? '']),
  )
  return `${['file,filename,lines,templates,findings,state,error', ...rows].join('\n')}\n`
}
