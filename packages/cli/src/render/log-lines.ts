import type { LogSearchLine } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { count } from './figures.ts'
import { logCsv } from './log-csv.ts'
import { plain } from './plain.ts'
import type { View } from './view.ts'

const LEVELS = ['', 'TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const

/** The name of a severity as OpenTelemetry numbers them; empty where it is not known. */
export function levelName(severity: number): string {
  return LEVELS[Math.min(LEVELS.length - 1, Math.ceil(severity / 4))] ?? ''
}

/** Lines one below the other; those of a file without times have their numbers. */
export function renderLogLines(lines: readonly LogSearchLine[], view: View & { hasTimes: boolean }): string {
  return lines.map((line) => renderLogLine(line, view)).join('\n')
}

/** A line as it is, with its time, level and where it comes from; further lines of a record are set in. */
export function renderLogLine(
  { time, number, severity, instance, service, line, isCut, highlights }: LogSearchLine,
  { paint, io, hasTimes = true }: Pick<View, 'paint' | 'io'> & { hasTimes?: boolean },
): string {
  const when = hasTimes
    ? timeWriter(io.timeZone, { from: time, to: time, intervalMs: 1 }).full(time)
    : count(number ?? time)
  const level = levelName(severity)
  const from = [service, instance && `[${instance}]`].join('')
  const head = [paint.dim(when), level && levelPaint(level, paint), from && plain(from)].filter((part) => part !== '')
  const text = mark(line, highlights, paint).replaceAll('\n', '\n    ')
  return `${head.join(' ')} ${text}${isCut ? ' …' : ''}`
}

function levelPaint(level: string, paint: View['paint']): string {
  return level === 'ERROR' || level === 'FATAL' ? paint.bold(level) : level
}

/** Every part is made plain before it is marked, so that no line controls the terminal. */
function mark(line: string, highlights: LogSearchLine['highlights'], paint: View['paint']): string {
  const safe = (text: string): string => text.split('\n').map(plain).join('\n')
  let at = 0
  let text = ''
  for (const [from = 0, to = 0] of highlights) {
    text += safe(line.slice(at, from)) + paint.bold(safe(line.slice(from, to)))
    at = to
  }
  return text + safe(line.slice(at))
}

/** Lines as CSV; times in epoch milliseconds. */
export function logLinesCsv(lines: readonly LogSearchLine[]): string {
  const rows = lines.map(({ time, number, severity, service, instance, line }) => [
    ...[time, number ?? '', levelName(severity), service, instance, line],
  ])
  return logCsv('time,number,level,service,instance,line', rows)
}
