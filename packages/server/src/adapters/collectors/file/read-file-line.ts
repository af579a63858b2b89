import { findTimeReader } from '@omen/engine/logs'
import type { CollectedLine } from '../../../ports/collector.ts'
import { readLogDocument } from '../../../protocols/log-document.ts'
import { type LogTime, readLogTime } from '../../../protocols/log-time.ts'
import { severityOf } from '../../../protocols/severity.ts'
import type { LogRecord } from './read-records.ts'

type TimeOfLine = (line: string) => number

const DAY_MS = 86_400_000
const REACH = 160
const LEVEL = /\b(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|CRIT|ALERT|FATAL|PANIC|EMERG)\b/i
/** A prime, so that lines at regular distances differ. */
const FINEST = 999_983
const FINEST_BELOW_MICROSECOND = 997

/** How times are written in a log; undefined where its lines have none that is known. Where a log leaves out the year, it is the last one that is not to come. */
export function findLineTimes(sample: readonly string[], now: number): TimeOfLine | undefined {
  const year = new Date(now).getUTCFullYear()
  const lines = sample.map((line) => line.slice(0, REACH))
  const [thisYear, lastYear] = [findTimeReader(lines, year), findTimeReader(lines, year - 1)]
  if (!thisYear || !lastYear) return undefined
  return (line) => {
    const time = thisYear(line)
    return time > now + DAY_MS ? lastYear(line) : time
  }
}

/** `time` is undefined where a line has none. */
export type ReadLine = Omit<CollectedLine, 'time'> & { readonly time: number | undefined }

/**
 * A line of a file; one that is a JSON object is read as objects that are pushed are. Nanoseconds tell lines apart that are the same in all else, by where
 * they are in the file, so that a line that is read again is the same one.
 */
export function readFileLine({ text, offset }: LogRecord, service: string, timeOf: TimeOfLine | undefined): ReadLine {
  const document = readJson(text)
  if (document) {
    const { writtenTime, attributes, ...read } = readLogDocument(document)
    const time = readLogTime(writtenTime)
    return {
      ...read,
      time: time?.ms,
      nanos: nanosOf(time, offset),
      instance: read.instance?.trim() ?? '',
      service: read.service?.trim() || service,
      ...(Object.keys(attributes).length > 0 && { attributes }),
    }
  }
  const head = text.slice(0, REACH)
  const ms = timeOf?.(head)
  const time = ms === undefined || Number.isNaN(ms) ? undefined : Math.floor(ms)
  return { time, nanos: nanosOf(undefined, offset), service, severity: severityOf(LEVEL.exec(head)?.[1]), line: text }
}

/** From 1 to 999,999; whole microseconds of the line's own time are kept. */
function nanosOf(time: LogTime | undefined, offset: number): number {
  const micros = Math.floor((time?.nanos ?? 0) / 1000)
  return micros === 0 ? 1 + (offset % FINEST) : micros * 1000 + 1 + (offset % FINEST_BELOW_MICROSECOND)
}

function readJson(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}
