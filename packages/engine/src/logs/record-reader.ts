import { createEventLog, type EventLog } from './findings/event-log.ts'
import type { LogLayout } from './header/find-log-layout.ts'
import { readHeaderFacts } from './header/read-source.ts'
import { findTimeReader, type TimeReader } from './header/read-time.ts'
import { createLogParser, type ParsedLine } from './log-parser.ts'

/** Sources that are told apart. */
const maxSources = 5000

/** How times are written in the headers of these lines; undefined where they have none that is known. */
export function findLogTimes(sample: readonly string[], layout: LogLayout, year: number): TimeReader | undefined {
  const parser = createLogParser({ layout })
  const headers = sample.flatMap((line) => {
    const { messageAt, isContinuation } = parser.push(line)
    return isContinuation || messageAt === 0 ? [] : [line.slice(0, messageAt)]
  })
  return findTimeReader(headers, year)
}

/** The records of a log as detectors need them. */
export type RecordReader = {
  take(line: string, parsed: ParsedLine): void
  readonly events: EventLog
  lines(): number
  sources(): string[]
  /** NaN where no record has a time. */
  firstTime(): number
  lastTime(): number
}

/** Keeps of every record its template, line, time and source, in twenty bytes; beyond 5,000 sources the first one stands for others. */
export function createRecordReader(layout: LogLayout, readTime: TimeReader | undefined): RecordReader {
  const events = createEventLog()
  const sources = new Map<string, number>()
  let count = 0
  let first = Number.NaN
  let last = Number.NaN
  return {
    take(line, { templateId, messageAt, isContinuation }) {
      count++
      if (isContinuation) return
      const time = readTime?.(line.slice(0, messageAt)) ?? Number.NaN
      const { source = '' } = readHeaderFacts(line, layout, messageAt)
      if (sources.size < maxSources && !sources.has(source)) sources.set(source, sources.size)
      events.push(templateId, count, time, sources.get(source) ?? 0)
      if (Number.isNaN(time)) return
      if (Number.isNaN(first)) first = time
      last = Number.isNaN(last) ? time : Math.max(last, time)
    },
    events,
    lines: () => count,
    sources: () => [...sources.keys()],
    firstTime: () => first,
    lastTime: () => last,
  }
}
