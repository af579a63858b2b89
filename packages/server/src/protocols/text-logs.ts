import type { DecodedLogs } from '../ports/decoded-logs.ts'
import type { BatchCount } from './batch-count.ts'
import { createLogBuilder } from './log-builder.ts'
import type { LogDefaults } from './log-document.ts'
import { type LogTime, readLogTime } from './log-time.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const ISO_WITH_ZONE = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d))[\] ]/
const [zero, nine, openBracket] = [48, 57, 91]
const MAX_TIME_LENGTH = 40

/** A line of text each; empty lines are passed over. A line's own time is used where it begins with one that has a zone. */
export function decodeTextLogs(
  body: Uint8Array,
  { receivedAt, instance = '', service = '' }: LogDefaults,
  count: BatchCount,
): DecodedLogs {
  const builder = createLogBuilder(count)
  let line = 0
  for (let from = 0; from < body.length; line++) {
    const found = body.indexOf(LINE_FEED, from)
    const end = found < 0 ? body.length : found
    const text = body.subarray(from, body[end - 1] === CARRIAGE_RETURN ? end - 1 : end)
    from = end + 1
    if (text.length === 0) continue
    const time = leadingTime(text) ?? { ms: receivedAt, nanos: 0 }
    builder.add({ time, severity: 0, instance, service, line: text, attributes: '' }, { line: line + 1 })
  }
  return builder.build()
}

function leadingTime(line: Uint8Array): LogTime | undefined {
  if (line[0] !== openBracket && !(line[0]! >= zero && line[0]! <= nine)) return undefined
  const start = Buffer.from(line.buffer, line.byteOffset, Math.min(line.length, MAX_TIME_LENGTH)).toString('latin1')
  const [, time] = ISO_WITH_ZONE.exec(start) ?? []
  return time === undefined ? undefined : readLogTime(time)
}
