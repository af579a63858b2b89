import { fieldPrompts } from '@omen/sdk/rules'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { DomainError, type ErrorDetail, type FieldRule } from '../domain/errors.ts'
import { isStorableText } from '../ports/storable-text.ts'
import { normalNames } from './normal-names.ts'
import { apiDocument, type PlacedParameter, type SpecEntry } from './spec.ts'

const DOCUMENT_ID = 'openapi.json'
const MULTIPART = 'multipart/form-data'
const FORM = 'application/x-www-form-urlencoded'

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
  /** The error in an answer; null if it conforms to the spec. */
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
  ajv.addSchema(apiDocument, DOCUMENT_ID)
  return ajv
}

/** Each schema is compiled when the first request or answer needs it: all together take a second. */
export function createValidator(entry: SpecEntry): OperationValidator {
  return {
    parameters: ({ path, query, headers }) => ({
      path: check(placeOf(entry, 'path'), normalNames(path), 'path') as object,
      query: check(placeOf(entry, 'query'), normalNames(query), 'query') as object,
      header: check(placeOf(entry, 'header'), pickHeaders(entry, headers), 'header') as object,
    }),
    body: (mediaType, value) =>
      check(bodyValidator(mediaType, entry.bodies.get(mediaType)!), normalNames(value), 'body'),
    answerFault: (status, body) => {
      const answer = entry.answers.get(status)
      if (!answer) return `status ${status} is not in the spec`
      const code = errorCodeOf(body)
      if (code !== null && !answer.codes.has(code)) return `the code ${code} is not in the spec`
      if (answer.pointer === null) return null
      const validate = referred(answers, answer.pointer)
      return validate(body) ? null : answers.errorsText(validate.errors)
    },
  }
}

type Place = 'path' | 'query' | 'header'

/** The compiled schemas, by operation and place. */
const places = new Map<string, ValidateFunction>()

function placeOf(entry: SpecEntry, place: Place): ValidateFunction {
  const key = `${entry.id} ${place}`
  const known = places.get(key)
  if (known) return known
  const compiled = compilePlace(entry, place)
  places.set(key, compiled)
  return compiled
}

function compilePlace(entry: SpecEntry, place: Place): ValidateFunction {
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
  return { $ref: `${DOCUMENT_ID}#${schemaPointer}`, ...(schema.default !== undefined && { default: schema.default }) }
}

function bodyValidator(mediaType: string, pointer: string): ValidateFunction {
  return referred(mediaType === FORM || mediaType === MULTIPART ? converting : strict, pointer)
}

/** The schema at `pointer` of the spec; Ajv compiles it once. */
function referred(ajv: Ajv2020, pointer: string): ValidateFunction {
  return ajv.getSchema(`${DOCUMENT_ID}#${pointer}`)!
}

/** The schema of an error answer. */
function errorCodeOf(body: unknown): string | null {
  const { success, code } = (body ?? {}) as { success?: unknown; code?: unknown }
  return success === false && typeof code === 'string' ? code : null
}

function pickHeaders(entry: SpecEntry, headers: Record<string, unknown>): Record<string, unknown> {
  const named = entry.parameters
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => [parameter.name, headers[parameter.name.toLowerCase()]] as const)
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

function check(validate: ValidateFunction, value: unknown, place: string): unknown {
  if (!validate(value)) throw invalidRequest(validate.errors ?? [], place)
  const field = unstorableField(value)
  if (field !== null) {
    throw new DomainError('VALIDATION_FAILED', {
      details: [{ field: field || place, message: 'must not contain a NUL character or a lone surrogate' }],
    })
  }
  return value
}

/** The path of the first text that cannot be stored; null means that there is none. */
function unstorableField(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorableText(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const found = isStorableText(key) ? unstorableField(item, path ? `${path}.${key}` : key) : path
    if (found !== null) return found
  }
  return null
}

const MAX_DETAILS = 20

/** If a single field with its own prompt is invalid, that prompt is the message. */
export function invalidRequest(errors: readonly ErrorObject[], location: string): DomainError {
  const details = detailsOf(errors, location)
  const fields = new Set(details.map((detail) => detail.field))
  if (fields.size === 1 && fields.has('modelType')) return new DomainError('UNKNOWN_MODEL_TYPE', { details })
  const prompt = fields.size === 1 ? fieldPrompts.get(details[0]?.field ?? '') : undefined
  return new DomainError('VALIDATION_FAILED', { details, ...(prompt && { message: prompt }) })
}

function detailsOf(errors: readonly ErrorObject[], location: string): ErrorDetail[] {
  const details = errors
    .filter((error) => error.keyword !== 'if')
    .map((error) => ({ field: fieldOf(error) || location, message: messageOf(error), ...ruleOf(error) }))
  const byText = new Map(details.map((detail) => [`${detail.field} ${detail.message}`, detail]))
  return [...byText.values()].slice(0, MAX_DETAILS)
}

function fieldOf(error: ErrorObject): string {
  const missing = error.params.missingProperty ?? error.params.additionalProperty
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  if (missing === undefined) return path
  return path ? `${path}.${missing}` : String(missing)
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'required') return 'is required'
  if (error.keyword === 'additionalProperties') return 'is not a known field'
  if (error.keyword === 'enum') return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`
  return fieldPrompts.get(fieldOf(error))?.en ?? error.message ?? 'is not valid'
}

const LIMITED: ReadonlyMap<string, FieldRule> = new Map([
  ['minimum', 'atLeast'],
  ['exclusiveMinimum', 'above'],
  ['maximum', 'atMost'],
  ['exclusiveMaximum', 'below'],
  ['minLength', 'minLength'],
  ['maxLength', 'maxLength'],
  ['minItems', 'minItems'],
  ['maxItems', 'maxItems'],
])

function ruleOf({ keyword, params }: ErrorObject): Pick<ErrorDetail, 'rule' | 'values'> {
  if (keyword === 'required') return { rule: 'required' }
  if (keyword === 'additionalProperties') return { rule: 'unknown' }
  if (keyword === 'enum') return { rule: 'oneOf', values: { names: (params.allowedValues as unknown[]).map(String) } }
  const rule = LIMITED.get(keyword)
  return rule === undefined ? { rule: 'format' } : { rule, values: { limit: params.limit } }
}
