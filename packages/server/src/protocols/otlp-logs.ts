import type { DecodedLogs } from '../ports/decoded-logs.ts'
import type { BatchCount } from './batch-count.ts'
import { countJsonValues } from './count-json-values.ts'
import { createLogBuilder, type LogBuilder, writeAttributes } from './log-builder.ts'
import type { LogDefaults } from './log-document.ts'
import { parseOtlpJson } from './otlp-json.ts'
import {
  type AnyValue,
  anyValueSchema,
  CUT_NOTE,
  identityOf,
  type KeyValue,
  keyValue,
  otlpTime,
  plainAttributes,
  plainValue,
  type Resource,
  resourceSchema,
  textOf,
} from './otlp-values.ts'
import { readMessage, type Schema } from './protobuf-message.ts'
import { readText } from './read-text.ts'
import { severityOf } from './severity.ts'

const logRecord: Schema = {
  1: { name: 'timeUnixNano', kind: 'time' },
  2: { name: 'severityNumber', kind: 'varint' },
  3: { name: 'severityText', kind: 'text' },
  5: { name: 'body', kind: () => anyValueSchema },
  6: { name: 'attributes', kind: () => keyValue, repeated: true },
  9: { name: 'traceId', kind: 'bytes' },
  10: { name: 'spanId', kind: 'bytes' },
  11: { name: 'observedTimeUnixNano', kind: 'time' },
  12: { name: 'eventName', kind: 'text' },
}
const scopeLogs: Schema = { 2: { name: 'logRecords', kind: () => logRecord, repeated: true } }
const resourceLogs: Schema = {
  1: { name: 'resource', kind: () => resourceSchema },
  2: { name: 'scopeLogs', kind: () => scopeLogs, repeated: true },
}
/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/logs/v1/logs.proto */
const request: Schema = { 1: { name: 'resourceLogs', kind: () => resourceLogs, repeated: true } }

interface LogRecord {
  readonly timeUnixNano?: unknown
  readonly observedTimeUnixNano?: unknown
  readonly severityNumber?: unknown
  readonly severityText?: string
  readonly body?: AnyValue
  readonly attributes?: readonly KeyValue[]
  /** Hexadecimal in JSON. */
  readonly traceId?: Uint8Array | string
  readonly spanId?: Uint8Array | string
  readonly eventName?: string
}

interface Request {
  readonly resourceLogs?: readonly {
    readonly resource?: Resource
    readonly scopeLogs?: readonly { readonly logRecords?: readonly LogRecord[] }[]
  }[]
}

/** `ExportLogsServiceRequest`. */
export function decodeOtlpLogs(body: Uint8Array, defaults: LogDefaults, count: BatchCount): DecodedLogs {
  const builder = createLogBuilder(count)
  addRequest(builder, readMessage(body, request, { count, onCut: () => builder.note(CUT_NOTE) }) as Request, defaults)
  return builder.build()
}

/** The same in OTLP's JSON. */
export function decodeOtlpJsonLogs(body: Uint8Array, defaults: LogDefaults, count: BatchCount): DecodedLogs {
  const builder = createLogBuilder(count)
  countJsonValues(body, count)
  addRequest(
    builder,
    parseOtlpJson(readText(body, builder), request, () => builder.note(CUT_NOTE)) as Request,
    defaults,
  )
  return builder.build()
}

function addRequest(builder: LogBuilder, { resourceLogs: resources = [] }: Request, defaults: LogDefaults): void {
  for (const { resource, scopeLogs: scopes = [] } of resources) {
    const identity = identityOf(plainAttributes(resource?.attributes))
    for (const { logRecords = [] } of scopes)
      for (const record of logRecords) addRecord(builder, record, identity, defaults)
  }
}

function addRecord(
  builder: LogBuilder,
  record: LogRecord,
  { instance, service }: { instance: string; service: string },
  { receivedAt }: LogDefaults,
): void {
  const stated = [record.timeUnixNano, record.observedTimeUnixNano].find(isStated)
  const time = stated === undefined ? { ms: receivedAt, nanos: 0 } : otlpTime(stated)
  if (time === undefined) return void builder.reject('badTime', 'A log record has a time that is no epoch nanoseconds.')
  const body = plainValue(record.body)
  const line = body === null ? (record.eventName ?? '') : textOf(body)
  const severity = severityOf(record.severityNumber) || severityOf(record.severityText)
  const ids = { trace_id: hexOf(record.traceId), span_id: hexOf(record.spanId) }
  const traced = Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== ''))
  const attributes = writeAttributes({ ...plainAttributes(record.attributes), ...traced })
  builder.add({ time, severity, instance, service, line, attributes })
}

/** In protobuf and in JSON, 0 stands for a time that is not known. */
function isStated(time: unknown): boolean {
  return typeof time === 'object' ? otlpTime(time) !== undefined : time !== undefined && Number(time) !== 0
}

function hexOf(id: Uint8Array | string | undefined): string {
  return typeof id === 'object' ? Buffer.from(id).toString('hex') : (id ?? '')
}
