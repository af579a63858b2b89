import { describeBadTime } from '@omen/engine/series'
import { limitDepth } from './limit-depth.ts'
import { type LogBuilder, writeAttributes } from './log-builder.ts'
import { readLogTime, timeText } from './log-time.ts'
import type { RejectPlace } from './reject-list.ts'
import { severityOf, severityOfLevel } from './severity.ts'

/** What lines have that say nothing else. */
export interface LogDefaults {
  readonly receivedAt: number
  readonly instance?: string | undefined
  readonly service?: string | undefined
}

type Document = Readonly<Record<string, unknown>>

/**
 * Fields by what loggers and shippers call them, the first one that is there: our own names, those of the Elastic Common
 * Schema (nested or with dots), pino and bunyan, logrus and zap, Fluent Bit's Kubernetes filter.
 */
const LINE_FIELDS = ['line', 'message', 'msg', 'log', 'short_message']
const TIME_FIELDS = ['time', '@timestamp', 'timestamp', 'ts']
const LEVEL_FIELDS = ['level', 'log.level', 'levelname', 'loglevel']
const INSTANCE_FIELDS = [
  'instance',
  'host.name',
  'host.hostname',
  'hostname',
  'host',
  'kubernetes.pod.name',
  'kubernetes.pod_name',
  'pod',
]
const SERVICE_FIELDS = [
  'service.name',
  'service',
  'app',
  'application',
  'program',
  'kubernetes.container.name',
  'kubernetes.container_name',
  'job',
]

/**
 * Adds a line that is sent as a text or as an object. Fields that are not recognised become attributes; an object without a
 * text is its own line. The row; undefined if the line was left out, which is reported.
 */
export function addLogDocument(
  builder: LogBuilder,
  value: unknown,
  defaults: LogDefaults,
  place?: RejectPlace,
  name = 'a line',
): number | undefined {
  if (typeof value === 'string') return addText(builder, value, defaults, place, name)
  if (!isRecord(value))
    return void builder.reject('malformed', `Expected a text, or an object with line, as ${name}.`, place)
  const { writtenTime, ...read } = readLogDocument(value)
  const time = writtenTime === undefined ? { ms: defaults.receivedAt, nanos: 0 } : readLogTime(writtenTime)
  if (time === undefined)
    return void builder.reject(
      'badTime',
      `The time of ${name} cannot be read: ${describeBadTime(timeText(writtenTime)).reason}.`,
      place,
    )
  const instance = (read.instance ?? defaults.instance ?? '').trim()
  const service = (read.service ?? defaults.service ?? '').trim()
  return builder.add({ ...read, time, instance, service, attributes: writeAttributes(read.attributes) }, place, name)
}

/** What the fields of an object say. */
export interface LogDocument {
  /** As it is written, where there is one. */
  readonly writtenTime: unknown
  readonly severity: number
  readonly instance: string | undefined
  readonly service: string | undefined
  readonly line: string
  /** None where the object is its own line. */
  readonly attributes: Document
}

/** `times`: fields that are looked at for a time. */
export function readLogDocument(given: Document, times: readonly string[] = TIME_FIELDS): LogDocument {
  const value = limitDepth(given)
  const rest: Record<string, unknown> = { ...value }
  const line = take(value, rest, LINE_FIELDS, isText)
  const writtenTime = take(value, rest, times, isPresent)
  const severity = severityOf(take(value, rest, ['severity', 'severity_text'], isPresent))
  const level = severityOfLevel(take(value, rest, LEVEL_FIELDS, isPresent))
  const instance = take(value, rest, INSTANCE_FIELDS, isText)
  const service = take(value, rest, SERVICE_FIELDS, isText)
  const { attributes: own, ...others } = rest
  const attributes = isRecord(own) ? { ...own, ...others } : rest
  return {
    writtenTime,
    severity: severity || level,
    instance,
    service,
    line: line ?? JSON.stringify(value),
    attributes: line === undefined ? {} : attributes,
  }
}

function addText(
  builder: LogBuilder,
  line: string,
  { receivedAt, instance = '', service = '' }: LogDefaults,
  place: RejectPlace | undefined,
  name: string,
): number | undefined {
  const time = { ms: receivedAt, nanos: 0 }
  return builder.add({ time, severity: 0, instance, service, line, attributes: '' }, place, name)
}

/** The first of these fields that holds what is meant; it is taken out of `rest`. */
function take<T>(
  document: Document,
  rest: Record<string, unknown>,
  names: readonly string[],
  isMeant: (value: unknown) => value is T,
): T | undefined {
  for (const name of names) {
    const value = document[name]
    if (isMeant(value)) {
      delete rest[name]
      return value
    }
    const nested = name.includes('.') ? readPath(document, name.split('.')) : undefined
    if (isMeant(nested)) return nested
  }
  return undefined
}

function readPath(document: Document, path: readonly string[]): unknown {
  return path.reduce<unknown>((node, name) => (isRecord(node) ? node[name] : undefined), document)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isPresent(value: unknown): value is NonNullable<unknown> {
  return value !== undefined && value !== null
}

function isRecord(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
