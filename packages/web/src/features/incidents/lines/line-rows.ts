import type { IncidentLogs } from '@omen/sdk'

export type LogLine = IncidentLogs['lines'][number]

/** A line, or several between lines of note that are as they were before. */
export type LineRow =
  | { kind: 'line'; line: LogLine; place: number }
  | { kind: 'fold'; lines: readonly LogLine[]; place: number }

/** Beside a line of note so many as before are shown. */
const SHOWN_BESIDE = 2
const WARN_FROM = 13

/** Whether a line is one to look at: of a kind never seen, or a warning and worse. */
const isOfNote = ({ isNew, severity }: LogLine): boolean => isNew || severity >= WARN_FROM

/** Lines by time; where many in a row are as before, they are folded. */
export const lineRows = (lines: readonly LogLine[]): LineRow[] => {
  const near = new Set<number>()
  for (const [place, line] of lines.entries())
    if (isOfNote(line)) for (let at = place - SHOWN_BESIDE; at <= place + SHOWN_BESIDE; at++) near.add(at)
  if (near.size === 0) return lines.map((line, place) => ({ kind: 'line', line, place }))
  const rows: LineRow[] = []
  for (let place = 0; place < lines.length; ) {
    const line = lines[place]!
    if (near.has(place)) {
      rows.push({ kind: 'line', line, place: place++ })
      continue
    }
    const start = place
    while (place < lines.length && !near.has(place)) place++
    const folded = lines.slice(start, place)
    if (folded.length > 1) rows.push({ kind: 'fold', lines: folded, place: start })
    else rows.push({ kind: 'line', line, place: start })
  }
  return rows
}

/** How many lines rows stand for. */
export const countLines = (rows: readonly LineRow[]): number =>
  rows.reduce((sum, row) => sum + (row.kind === 'line' ? 1 : row.lines.length), 0)

/** Of the rows before the onset so many are shown with those that follow it. */
const SHOWN_BEFORE = 3

/** The first row to show: a few before the first line at or after the onset, or before the end where there is none. */
export const firstShown = (rows: readonly LineRow[], onset: number): number => {
  const at = rows.findIndex((row) => (row.kind === 'line' ? row.line : row.lines.at(-1)!).time >= onset)
  return Math.max(0, (at < 0 ? rows.length : at) - SHOWN_BEFORE)
}

const LEVELS = ['', 'TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const

/** The name of a severity as OpenTelemetry numbers them: four numbers a level, from 1. */
export const levelOf = (severity: number): string => LEVELS[Math.ceil(severity / 4)] ?? ''
