import type { SeriesKey } from '@omen/engine'
import type { LogFileSummary, ParsedFile } from '../../ports/compute.ts'
import type { FileSummary, Preview, PreviewColumn } from '../../schema/wire-types.ts'
import { DomainError, type ErrorCode } from '../errors.ts'

const COLUMNS_LISTED = 500
const LEFT_OUT_LISTED = 100

export function toColumn(series: SeriesKey): PreviewColumn {
  const { id, metric, instance, service, group } = series
  return {
    seriesId: id,
    metric,
    instance,
    ...(service !== undefined && { service }),
    ...(group !== undefined && { group }),
  }
}

export function toPreview(parsed: Exclude<ParsedFile, { kind: 'refused' }>): Preview {
  if (parsed.kind === 'metrics') return toMetricsPreview(parsed)
  const rows = parsed.kind === 'intervals' ? parsed.intervals.length : 0
  if (parsed.kind === 'logs') {
    const { encoding, format } = parsed
    return { ...EMPTY, kind: 'logs', rows: 0, encoding, format, notes: [UNREAD_LOG] }
  }
  return { ...EMPTY, kind: parsed.kind, rows, notes: [] }
}

const UNREAD_LOG =
  'This looks like a log file. Its lines are found, grouped and searched once its analysis was started.'

/** Of a file that was read as a log. */
export function toLogPreview(
  { encoding, records, hasTimes, from, to, cutLines }: LogFileSummary,
  notes: readonly string[],
): Preview {
  const span = hasTimes ? { from, to } : { from: null, to: null }
  return { ...EMPTY, kind: 'logs', rows: records, ...span, encoding, hasTimes, cutLines, notes: [...notes] }
}

const EMPTY = {
  columns: [],
  columnCount: 0,
  rows: 0,
  from: null,
  to: null,
  intervalMs: null,
  gaps: [],
  rejected: [],
  rejectedRows: 0,
}

function toMetricsPreview({ report, intervalMs, gaps, gapCount }: Extract<ParsedFile, { kind: 'metrics' }>): Preview {
  return {
    kind: 'metrics',
    columns: report.series.slice(0, COLUMNS_LISTED).map(toColumn),
    columnCount: report.series.length,
    rows: report.rows,
    from: report.from,
    to: report.to,
    intervalMs,
    gaps: [...gaps],
    gapCount,
    missingCells: report.missingCells,
    unsorted: report.unsorted,
    duplicates: report.duplicates,
    timeColumn: report.timeColumn,
    ...(report.clockColumn !== undefined && { clockColumn: report.clockColumn }),
    ...(report.leftOut.length > 0 && {
      leftOut: report.leftOut.slice(0, LEFT_OUT_LISTED),
      leftOutCount: report.leftOut.length,
    }),
    ...(report.otherTimeColumns.length > 0 && { otherTimeColumns: report.otherTimeColumns }),
    timestampUnit: report.timestampUnit,
    delimiter: report.delimiter,
    decimal: report.decimal,
    ...(report.isUtcAssumed && { utcAssumed: true }),
    rejected: report.rejected.map((reject) => ({ ...reject })),
    rejectedRows: report.rejectedRows,
    notes: report.notes,
  }
}

/** Lists of a preview that its summary leaves out. */
export const PREVIEW_LISTS = ['columns', 'rejected', 'notes'] as const
export type BriefPreview = Omit<Preview, (typeof PREVIEW_LISTS)[number]>

/** What a list of files shows of a preview. */
export function toFileSummary(preview: BriefPreview): FileSummary {
  const { kind, rows, columnCount, from = null, to = null, intervalMs = null, gaps = [], rejectedRows } = preview
  const { gapCount = gaps.length } = preview
  const { delimiter, decimal } = preview
  return {
    kind,
    rows,
    columnCount,
    from,
    to,
    intervalMs,
    gapCount,
    rejectedRows,
    ...(delimiter && { delimiter }),
    ...(decimal && { decimal }),
  }
}

/** The error of a rejected file, with line and column. */
export function toRefusal(refused: Extract<ParsedFile, { kind: 'refused' }>): DomainError {
  const { line, column, reason, values } = refused
  return new DomainError(codeOf(refused.code), {
    message: sentence(reason),
    details: [
      {
        field: 'file',
        ...(line > 0 && { line, column }),
        message: reason,
        ...(values && Object.keys(values).length > 0 && { values }),
      },
    ],
  })
}

/** The engine's names for two of them differ from the wire's. */
function codeOf(code: Extract<ParsedFile, { kind: 'refused' }>['code']): ErrorCode {
  if (code === 'BAD_SERIES_NAME') return 'BAD_HEADER'
  return code === 'BAD_INTERVAL' ? 'BAD_INTERVALS' : code
}

function sentence(reason: string): string {
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith('.') ? '' : '.'}`
}
