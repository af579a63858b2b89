import { MAX_LEVELS, TOO_DEEP } from './limit-depth.ts'
import type { LogTime } from './log-time.ts'
import type { Numeric } from './otlp-numeric.ts'
import { readMessage, type Schema } from './protobuf-message.ts'

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/common/v1/common.proto */
const anyValue: Schema = {
  1: { name: 'stringValue', kind: 'text' },
  2: { name: 'boolValue', kind: 'bool' },
  3: { name: 'intValue', kind: 'int64' },
  4: { name: 'doubleValue', kind: 'double' },
  5: { name: 'arrayValue', kind: () => valueList },
  6: { name: 'kvlistValue', kind: () => keyValueList },
  7: { name: 'bytesValue', kind: 'bytes' },
}
const DEEP = { tooDeep: { stringValue: TOO_DEEP } }
const valueList: Schema = { 1: { name: 'values', kind: () => anyValue, repeated: true, ...DEEP } }
const keyValueList: Schema = { 1: { name: 'values', kind: () => keyValue, repeated: true } }
export const keyValue: Schema = {
  1: { name: 'key', kind: 'text' },
  2: { name: 'value', kind: () => anyValue, ...DEEP },
}
export const anyValueSchema: Schema = anyValue
export const resourceSchema: Schema = { 1: { name: 'attributes', kind: () => keyValue, repeated: true } }

/** As in OTLP's JSON: one field, the one that is set. */
export interface AnyValue {
  readonly stringValue?: string
  readonly boolValue?: boolean
  readonly intValue?: Numeric
  readonly doubleValue?: Numeric
  readonly arrayValue?: { readonly values?: readonly AnyValue[] }
  readonly kvlistValue?: { readonly values?: readonly KeyValue[] }
  readonly bytesValue?: Uint8Array | string
}

export interface KeyValue {
  readonly key?: string
  readonly value?: AnyValue
}

export interface Resource {
  readonly attributes?: readonly KeyValue[]
}

/** Whole numbers beyond 2^53 lose their last digits. */
export function plainValue(value: AnyValue | undefined): unknown {
  if (value === undefined || value === null) return null
  if (value.stringValue !== undefined) return value.stringValue
  if (value.boolValue !== undefined) return value.boolValue
  if (value.intValue !== undefined) return plainNumber(value.intValue)
  if (value.doubleValue !== undefined) return plainNumber(value.doubleValue)
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(plainValue)
  if (value.kvlistValue) return plainAttributes(value.kvlistValue.values)
  if (typeof value.bytesValue === 'string') return value.bytesValue
  return value.bytesValue ? Buffer.from(value.bytesValue).toString('base64') : null
}

/** What is no finite number stays the text that it is. */
function plainNumber(value: Numeric): Numeric {
  return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value
}

export function plainAttributes(attributes: readonly KeyValue[] = []): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key = '', value }) => [key, plainValue(value)]))
}

/** Of attributes that were left as bytes. */
export function readAttributes(
  attributes: readonly Uint8Array[],
  reading: Parameters<typeof readMessage>[2],
): KeyValue[] {
  return attributes.map((bytes) => readMessage(bytes, keyValue, reading))
}

/** What the answer says of values that were cut. */
export const CUT_NOTE = `Attributes or bodies were cut where they lie deeper than ${MAX_LEVELS} levels.`

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const INSTANCE_ATTRIBUTES = ['service.instance.id', 'host.name', 'k8s.pod.name']

/** Which instance and service a resource is. https://opentelemetry.io/docs/specs/semconv/resource/ */
export function identityOf(attributes: Readonly<Record<string, unknown>>): { instance: string; service: string } {
  const name = INSTANCE_ATTRIBUTES.find((one) => typeof attributes[one] === 'string')
  const service = attributes['service.name']
  return {
    instance: name === undefined ? '' : (attributes[name] as string),
    service: typeof service === 'string' ? service : '',
  }
}

/** A time as protobuf or JSON has it; undefined where it is missing or 0, or no time. */
export function otlpTime(time: unknown): LogTime | undefined {
  if (typeof time === 'object' && time !== null) return (time as LogTime).ms > 0 ? (time as LogTime) : undefined
  const text = String(time ?? '')
  if (!/^\d{7,20}$/.test(text)) return undefined
  return { ms: Number(text.slice(0, -6)), nanos: Number(text.slice(-6)) }
}
