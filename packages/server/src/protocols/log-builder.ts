import { isUtf8 } from 'node:buffer'
import type { DecodedLogs } from '../ports/decoded-logs.ts'
import { createTextColumn } from '../ports/text-column.ts'
import { uncounted } from './batch-count.ts'
import { fillHeaderSeverities, headOf, type PlainLine } from './header-severity.ts'
import { hasControlCharacter } from './live-series.ts'
import type { LogTime } from './log-time.ts'
import { createRejectList, type RejectList, type RejectPlace } from './reject-list.ts'

/** Bytes of UTF-8; what is longer is cut. */
const MAX_LINE_BYTES = 65_536
const MAX_ATTRIBUTES_BYTES = 16_384
/** Characters of an instance or a service. */
const MAX_NAME_LENGTH = 200

export interface LogEntry {
  readonly time: LogTime
  /** 0 where the sender says none: that of the line's header is taken. */
  readonly severity: number
  readonly instance: string
  readonly service: string
  readonly line: string | Uint8Array
  /** As `writeAttributes` gives them. */
  readonly attributes: string
}

/** Collects the lines of a body as columns, and what has to be left out by reason. */
export interface LogBuilder {
  /** The row of the line; undefined if it cannot be stored, which is reported. `name` is that of the line in its body, as `lines[0]`. */
  add(entry: LogEntry, place?: RejectPlace, name?: string): number | undefined
  readonly reject: RejectList['add']
  note(text: string): void
  build(): Extract<DecodedLogs, { kind: 'logs' }>
}

export function createLogBuilder(count = uncounted): LogBuilder {
  const times: number[] = []
  const nanos: number[] = []
  const occurrences: number[] = []
  const severities: number[] = []
  const plain: PlainLine[] = []
  const [instances, services, lines, attributes] = [
    createTextColumn(),
    createTextColumn(),
    createTextColumn(),
    createTextColumn(),
  ]
  const rejects = createRejectList()
  const notes = new Set<string>()
  const seen = new Map<string, number>()
  const altered = { cut: 0, damaged: 0, attributes: 0, nul: 0 }

  const cleanLine = (line: string | Uint8Array): string | Uint8Array => {
    const read = typeof line === 'string' || isUtf8(line) ? line : readDamaged(line)
    if (read !== line) altered.damaged++
    const whole = withoutNul(read)
    if (whole !== read) altered.nul++
    const short = cutLine(whole)
    if (short !== whole) altered.cut++
    return short
  }
  /** Where times are no finer than a millisecond, the same line may well come twice in one. */
  const occurrenceOf = ({ time, instance, service }: LogEntry, line: string | Uint8Array): number => {
    if (time.nanos !== 0) return 0
    const text =
      typeof line === 'string' ? line : Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1')
    const key = `${time.ms}\n${instance}\n${service}\n${text}`
    const occurrence = seen.get(key) ?? 0
    seen.set(key, occurrence + 1)
    return occurrence
  }
  const keepAttributes = (text: string): string => {
    if (text.length <= MAX_ATTRIBUTES_BYTES) return text
    altered.attributes++
    return ''
  }
  return {
    add(entry, place, name = 'a line') {
      count.addItem()
      count.addBytes(entry.line.length + entry.attributes.length + entry.instance.length + entry.service.length)
      const fault = nameFault('instance', entry.instance, name) ?? nameFault('service', entry.service, name)
      if (fault) return void rejects.add(fault.reason, fault.message, place)
      const line = cleanLine(entry.line)
      occurrences.push(occurrenceOf(entry, line))
      nanos.push(entry.time.nanos)
      if (entry.severity === 0) plain.push({ row: severities.length, service: entry.service, head: headOf(line) })
      severities.push(entry.severity)
      instances.add(entry.instance)
      services.add(entry.service)
      if (typeof line === 'string') lines.add(line)
      else lines.addBytes(line)
      attributes.add(keepAttributes(entry.attributes))
      if (entry.time.isSeconds) notes.add('Times were read as epoch seconds.')
      return times.push(entry.time.ms) - 1
    },
    reject(...reject) {
      count.addItem()
      rejects.add(...reject)
    },
    note: (text) => void notes.add(text),
    build() {
      const filled = Uint8Array.from(severities)
      fillHeaderSeverities(filled, plain)
      return {
        kind: 'logs',
        logs: {
          times: Float64Array.from(times),
          nanos: Uint32Array.from(nanos),
          occurrences: Uint32Array.from(occurrences),
          severities: filled,
          instances: instances.build(),
          services: services.build(),
          lines: lines.build(),
          attributes: attributes.build(),
        },
        rejects: rejects.build(),
        notes: [...notes, ...describe(altered)],
      }
    },
  }
}

/** JSON; empty where there are none. */
export function writeAttributes(attributes: Readonly<Record<string, unknown>>): string {
  return Object.keys(attributes).length === 0 ? '' : JSON.stringify(attributes)
}

function nameFault(
  what: 'instance' | 'service',
  text: string,
  line: string,
): { reason: 'tooLong' | 'badName'; message: string } | undefined {
  if (text.length > MAX_NAME_LENGTH)
    return { reason: 'tooLong', message: `The ${what} of ${line} is longer than ${MAX_NAME_LENGTH} characters.` }
  if (hasControlCharacter(text))
    return { reason: 'badName', message: `The ${what} of ${line} contains a control character.` }
  return undefined
}

function readDamaged(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function withoutNul(line: string | Uint8Array): string | Uint8Array {
  if (typeof line === 'string') return line.includes('\0') ? line.replaceAll('\0', '\ufffd') : line
  return line.includes(0) ? readDamaged(line).replaceAll('\0', '\ufffd') : line
}

/** The line itself where it is short enough. */
function cutLine(line: string | Uint8Array): string | Uint8Array {
  if (typeof line === 'string' && line.length * 3 <= MAX_LINE_BYTES) return line
  const bytes = typeof line === 'string' ? Buffer.from(line) : line
  if (bytes.length <= MAX_LINE_BYTES) return line
  let end = MAX_LINE_BYTES
  // A byte that continues a character is 10xxxxxx
  while ((bytes[end]! & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}

function describe({
  cut,
  damaged,
  attributes,
  nul,
}: Record<'cut' | 'damaged' | 'attributes' | 'nul', number>): string[] {
  const note = (count: number, text: string): string[] => (count === 0 ? [] : [`${count} ${text}`])
  return [
    ...note(cut, `of the lines were cut: they were longer than ${MAX_LINE_BYTES} bytes.`),
    ...note(damaged, 'of the lines are not valid UTF-8: bytes that cannot be read were replaced.'),
    ...note(nul, 'of the lines contained NUL characters, which were replaced.'),
    ...note(
      attributes,
      `of the lines were stored without attributes: those were longer than ${MAX_ATTRIBUTES_BYTES} bytes.`,
    ),
  ]
}
