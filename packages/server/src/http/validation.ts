import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { DomainError } from '../domain/errors.ts'
import { invalidRequest } from './invalid-request.ts'
import { apiDocument, type PlacedParameter, type SpecEntry } from './spec.ts'

const documentId = 'openapi.json'
const multipart = 'multipart/form-data'
const form = 'application/x-www-form-urlencoded'

interface RequestParts {
  path: unknown
  query: unknown
  headers: Record<string, unknown>
}

/** Checks one operation's requests and answers against the spec. */
export interface OperationValidator {
  /** Converted copies with defaults filled in; throws VALIDATION_FAILED. */
  parameters(parts: RequestParts): { path: object; query: object; header: object }
  body(mediaType: string, value: unknown): unknown
  /** What is wrong with an answer; null where it is as the spec says. */
  answerFault(status: number, body: unknown): string | null
}

// Texts of forms and addresses become the numbers, booleans and lists that the spec asks for; JSON must have them already.
const converting = createAjv({ coerceTypes: 'array' })
const strict = createAjv({})
const answers = createAjv({ useDefaults: false })

function createAjv(options: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true, validateSchema: false, ...options })
  addFormats.default(ajv)
  ajv.addFormat('binary', true)
  ajv.addSchema(apiDocument, documentId)
  return ajv
}

export function createValidator(entry: SpecEntry): OperationValidator {
  const byPlace = { path: placeOf(entry, 'path'), query: placeOf(entry, 'query'), header: placeOf(entry, 'header') }
  const bodies = new Map([...entry.bodies].map(([type, pointer]) => [type, bodyValidator(type, pointer)]))
  const answerOf = answerValidators(entry)
  return {
    parameters: ({ path, query, headers }) => ({
      path: check(byPlace.path, { ...(path as object) }, 'path') as object,
      query: check(byPlace.query, { ...(query as object) }, 'query') as object,
      header: check(byPlace.header, pickHeaders(entry, headers), 'header') as object,
    }),
    body: (mediaType, value) => check(bodies.get(mediaType)!, value, 'body'),
    answerFault: (status, body) => {
      const validate = answerOf(status)
      if (validate === undefined) return `status ${status} is not in the spec`
      if (validate === null || validate(body)) return null
      return answers.errorsText(validate.errors)
    },
  }
}

function placeOf(entry: SpecEntry, place: 'path' | 'query' | 'header'): ValidateFunction {
  const parameters = entry.parameters.filter((parameter) => parameter.in === place)
  return converting.compile({
    type: 'object',
    required: parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOf(parameter)])),
    additionalProperties: place === 'header',
  })
}

/** Ajv fills in a default only where it stands beside the property's own name. */
function schemaOf({ schema, schemaPointer }: PlacedParameter): object {
  return { $ref: `${documentId}#${schemaPointer}`, ...(schema.default !== undefined && { default: schema.default }) }
}

function bodyValidator(mediaType: string, pointer: string): ValidateFunction {
  const ajv = mediaType === form || mediaType === multipart ? converting : strict
  return ajv.compile({ $ref: `${documentId}#${pointer}` })
}

function answerValidators(entry: SpecEntry): (status: number) => ValidateFunction | null | undefined {
  const compiled = new Map<string, ValidateFunction | null>()
  return (status) => {
    const key = entry.answers.has(String(status)) ? String(status) : 'default'
    const pointer = entry.answers.get(key)
    if (pointer === undefined || pointer === null) return pointer
    if (!compiled.has(key)) compiled.set(key, answers.compile({ $ref: `${documentId}#${pointer}` }))
    return compiled.get(key)
  }
}

function pickHeaders(entry: SpecEntry, headers: Record<string, unknown>): Record<string, unknown> {
  const named = entry.parameters
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => [parameter.name, headers[parameter.name.toLowerCase()]] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

function check(validate: ValidateFunction, value: unknown, place: string): unknown {
  if (!validate(value)) throw invalidRequest(validate.errors ?? [], place)
  const field = fieldWithNul(value)
  if (field !== null) {
    throw new DomainError('VALIDATION_FAILED', {
      details: [{ field: field || place, message: 'must not contain a NUL character' }],
    })
  }
  return value
}

/** PostgreSQL takes no NUL in a text; null means that there is none. */
function fieldWithNul(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const found = fieldWithNul(item, path ? `${path}.${key}` : key)
    if (found !== null) return found
  }
  return null
}
