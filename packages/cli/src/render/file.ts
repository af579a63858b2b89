import type { Locale, Preview, Reject, StoredFile } from '@omen/sdk'
import { rejectReason } from '@omen/sdk/rules'
import { localeOf } from '../io/locale.ts'
import { timeWriter } from './clock-times.ts'
import { csvFormatNote } from './csv-format-note.ts'
import { truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { count, counted, size } from './figures.ts'
import { plain } from './plain.ts'
import type { View } from './view.ts'

const SHOWN_COLUMNS = 20
const SHOWN_REJECTS = 10

/** A file: what it is, what is in it, which lines were rejected. */
export function renderFile(file: StoredFile, preview: Preview | undefined, view: View): string {
  const { paint, width } = view
  const head = `${paint.bold(plain(file.uploadFileName))}  ${size(file.bytes)}  ${file.state}  handle ${file.filename}`
  const failure = file.failure ? [paint.red(`Refused: ${plain(file.failure.message)}`)] : []
  const lines = preview ? previewLines(preview, view) : ['It has not been read yet.']
  return [head, ...failure, ...(file.failure && !preview ? [] : lines)].map((line) => fit(line, width)).join('\n')
}

function fit(line: string, width: number): string {
  return line.includes('\u001b') ? line : truncate(line, width)
}

function previewLines(preview: Preview, view: View): string[] {
  const names = preview.columns.slice(0, SHOWN_COLUMNS).map(({ seriesId }) => plain(seriesId))
  const more = preview.columnCount - names.length
  const { gaps = [], gapCount = gaps.length } = preview
  return [
    `${counted(preview.rows, 'row')} of ${counted(preview.columnCount, 'series', 'series')}${rangeOf(preview, view)}`,
    ...(names.length > 0 ? [`Series: ${names.join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`] : []),
    ...(gapCount > 0 ? [`${counted(gapCount, 'gap')} in which whole rows are missing`] : []),
    ...(preview.missingCells ? [`${counted(preview.missingCells, 'value')} missing`] : []),
    ...(preview.unsorted ? [`${counted(preview.unsorted, 'row')} put in order`] : []),
    ...(preview.duplicates ? [`${counted(preview.duplicates, 'repeated timestamp')} merged`] : []),
    ...[csvFormatNote(preview), ...preview.notes].filter(Boolean).map(plain),
    ...rejectLines(preview, localeOf(view.io)),
  ]
}

function rangeOf({ from, to, intervalMs }: Preview, { io }: View): string {
  if (typeof from !== 'number' || typeof to !== 'number') return ''
  const write = timeWriter(io.timeZone, { from, to, intervalMs: intervalMs ?? null })
  const every = intervalMs ? `, every ${duration(intervalMs)}` : ''
  return `, ${write.full(from)} to ${write.full(to)} (${write.zone})${every}`
}

function rejectLines({ rejected, rejectedRows }: Preview, locale: Locale): string[] {
  if (rejectedRows === 0) return []
  const shown = rejected.slice(0, SHOWN_REJECTS).map((one) => rejectLine(one, locale))
  const more = rejectedRows - shown.length
  return [`${counted(rejectedRows, 'line')} rejected:`, ...shown, ...(more > 0 ? [`  and ${count(more)} more`] : [])]
}

function rejectLine(reject: Reject, locale: Locale): string {
  const { line, column, name } = reject
  const position = column > 0 ? `, column ${column}${name ? ` (${plain(name)})` : ''}` : ''
  return `  line ${line}${position}: ${plain(rejectReason(reject, locale))}`
}
