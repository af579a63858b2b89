import { DamagedError } from './decompress-errors.ts'
import type { Field, Schema } from './protobuf-message.ts'

const maxDepth = 64

/**
 * A request in OTLP's JSON, checked against the schema of its protobuf: as `readMessage` gives it, but with numbers and times as they were
 * written. Throws `DamagedError`, which names the field. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function parseOtlpJson(text: string, schema: Schema): Record<string, unknown> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw damaged((error as Error).message)
  }
  checkMessage(json, schema, '', 0)
  return json as Record<string, unknown>
}

const damaged = (fault: string): DamagedError => new DamagedError(`is no valid request in OTLP's JSON: ${fault}`)
const isMissing = (value: unknown): boolean => value === undefined || value === null

function checkMessage(value: unknown, schema: Schema, path: string, depth: number): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw damaged(`${path === '' ? 'it' : path} is not an object`)
  if (depth > maxDepth) throw damaged('it has values that lie too deep in each other')
  const message = value as Record<string, unknown>
  for (const field of Object.values(schema)) {
    const { name } = field
    const at = path === '' ? name : `${path}.${name}`
    // Null stands for a field that is not set
    if (isMissing(message[name])) message[name] = undefined
    else if (field.repeated || field.packed) checkList(message[name], field, at, depth)
    else checkValue(message[name], field, at, depth)
  }
}

function checkList(value: unknown, field: Field, path: string, depth: number): void {
  if (!Array.isArray(value)) throw damaged(`${path} is not a list`)
  for (const [index, item] of value.entries()) checkValue(item, field, `${path}[${index}]`, depth)
}

function checkValue(value: unknown, { kind, holds }: Field, path: string, depth: number): void {
  const schema = holds ?? kind
  if (typeof schema === 'function') checkMessage(value, schema(), path, depth + 1)
  else if (schema === 'text' || schema === 'bytes') {
    if (typeof value !== 'string') throw damaged(`${path} is not a text`)
  } else if (schema === 'bool') {
    if (typeof value !== 'boolean') throw damaged(`${path} is not true or false`)
  } else if (typeof value !== 'number' && typeof value !== 'string') throw damaged(`${path} is not a number`)
}
