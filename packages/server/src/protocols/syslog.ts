import type { DecodedLogs } from '../ports/decoded-logs.ts'
import { type BatchCount, uncounted } from './batch-count.ts'
import { createLogBuilder, type LogBuilder, writeAttributes } from './log-builder.ts'
import type { LogDefaults } from './log-document.ts'
import { readLogTime } from './log-time.ts'
import { severityOf } from './severity.ts'
import { createSyslogFrames } from './syslog-frames.ts'

/** By the number of RFC 5424, table 2. */
const SEVERITIES = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug']
const HEADER = /^<(\d{1,3})>1 (\S{1,64}) (\S{1,255}) (\S{1,255}) (\S{1,255}) (\S{1,255}) /
const MAX_HEADER = 2048
const HIGHEST_PRIORITY = 191
/** The element that brings the ingest key. */
const OWN_ELEMENT = /^omen(@\d+)?$/

/** Messages of RFC 5424, counted or a line each. Structured data, process and message ids become attributes. */
export function decodeSyslog(body: Uint8Array, defaults: LogDefaults, count: BatchCount = uncounted): DecodedLogs {
  const builder = createLogBuilder(count)
  const frames = createSyslogFrames()
  for (const message of [...frames.push(body), ...frames.end()]) addMessage(builder, message, defaults)
  return builder.build()
}

function addMessage(builder: LogBuilder, message: Uint8Array, { receivedAt }: LogDefaults): void {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length)
  const [whole, priority = '', at = '', host = '', app = '', process = '', messageId = ''] =
    HEADER.exec(bytes.toString('latin1', 0, MAX_HEADER)) ?? []
  if (whole === undefined || Number(priority) > HIGHEST_PRIORITY)
    return void builder.reject('malformed', 'A message is not one of RFC 5424: <priority>1 time host app process id …')
  const time = at === '-' ? { ms: receivedAt, nanos: 0 } : readLogTime(at)
  if (time === undefined) return void builder.reject('badTime', 'The time of a message is not that of RFC 3339.')
  const data = readStructuredData(bytes, whole.length)
  if (data === undefined)
    return void builder.reject(
      'malformed',
      'The structured data of a message does not end, or is not that of RFC 5424.',
    )
  const facility = Number(priority) >> 3
  const attributes = { ...data.values, ...present({ process, messageId }), facility }
  builder.add({
    time,
    severity: severityOf(SEVERITIES[Number(priority) & 7]),
    instance: nilToEmpty(host),
    service: nilToEmpty(app),
    line: messageOf(bytes, data.end),
    attributes: writeAttributes(attributes),
  })
}

/** The values by `element.name`, and where they end. The element of the key is left out. */
function readStructuredData(bytes: Buffer, from: number): { values: Record<string, string>; end: number } | undefined {
  const values: Record<string, string> = {}
  if (bytes[from] === 0x2d) return { values, end: from + 1 }
  const text = bytes.toString('utf8', from)
  const element = /\[([^\s=\]"]{1,64})((?: [^\s=\]"]{1,64}="(?:[^"\\\]]|\\.)*")*)\]/y
  let end = 0
  for (let found = element.exec(text); found; found = element.exec(text)) {
    end = element.lastIndex
    const [, id = '', parameters = ''] = found
    if (OWN_ELEMENT.test(id)) continue
    for (const [, name, value = ''] of parameters.matchAll(/ ([^\s=\]"]+)="((?:[^"\\\]]|\\.)*)"/g))
      values[`${id}.${name}`] = value.replace(/\\(["\\\]])/g, '$1')
  }
  if (end === 0) return undefined
  return { values, end: from + Buffer.byteLength(text.slice(0, end)) }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Without the byte order mark that says UTF-8, and without blanks and line feeds around it. */
function messageOf(bytes: Buffer, from: number): Uint8Array {
  let start = from
  while (bytes[start] === 0x20) start++
  if (bytes.subarray(start, start + byteOrderMark.length).equals(byteOrderMark)) start += byteOrderMark.length
  let end = bytes.length
  while (end > start && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end--
  return bytes.subarray(start, end)
}

function nilToEmpty(text: string): string {
  return text === '-' ? '' : text
}

function present(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '-'))
}
