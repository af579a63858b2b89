import { DamagedError } from './decompress-errors.ts'
import { MAX_LEVELS } from './limit-depth.ts'
import type { Field, Schema } from './protobuf-message.ts'

/**
 * A request in OTLP's JSON, checked against the schema of its protobuf: as `readMessage` gives it, but with numbers and times as they were
 * written. `onCut` is called for each value that lies too deep. Throws `DamagedError`, which names the field. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function parseOtlpJson(text: string, schema: Schema, onCut: () => void): Record<string, unknown> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw damaged((error as Error).message)
  }
  checkMessage(json, { schema, path: '', level: 0, onCut })
  return json as Record<string, unknown>
}

const damaged = (fault: string): DamagedError => new DamagedError(`is no valid request in OTLP's JSON: ${fault}`)
const isMissing = (value: unknown): boolean => value === undefined || value === null

interface Checked {
  readonly schema: Schema
  readonly path: string
  readonly level: number
  readonly onCut: () => void
}

function checkMessage(value: unknown, { schema, path, level, onCut }: Checked): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw damaged(`${path === '' ? 'it' : path} is not an object`)
  const message = value as Record<string, unknown>
  for (const field of Object.values(schema)) {
    const { name } = field
    const at = path === '' ? name : `${path}.${name}`
    // Null stands for a field that is not set
    if (isMissing(message[name])) message[name] = undefined
    else if (field.repeated || field.packed)
      message[name] = listOf(message[name], at).map((item, index) =>
        checkValue(item, field, { path: `${at}[${index}]`, level, onCut }),
      )
    else message[name] = checkValue(message[name], field, { path: at, level, onCut })
  }
}

function listOf(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw damaged(`${path} is not a list`)
  return value
}

/** The value itself, or what it is replaced by. */
function checkValue(value: unknown, { kind, holds, tooDeep }: Field, at: Omit<Checked, 'schema'>): unknown {
  const { path, level, onCut } = at
  const schema = holds ?? kind
  if (typeof schema === 'function') {
    if (tooDeep !== undefined && level >= MAX_LEVELS) {
      onCut()
      return tooDeep
    }
    checkMessage(value, { ...at, schema: schema(), level: tooDeep === undefined ? level : level + 1 })
  } else if (schema === 'text' || schema === 'bytes') {
    if (typeof value !== 'string') throw damaged(`${path} is not a text`)
  } else if (schema === 'bool') {
    if (typeof value !== 'boolean') throw damaged(`${path} is not true or false`)
  } else if (typeof value !== 'number' && typeof value !== 'string') throw damaged(`${path} is not a number`)
  return value
}
