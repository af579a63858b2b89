import { fieldPrompts } from '@omen/sdk/rules'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { DomainError, type ErrorDetail, type FieldRule } from '../domain/errors.ts'

const mostDetails = 20

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
  return [...byText.values()].slice(0, mostDetails)
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

const limited: ReadonlyMap<string, FieldRule> = new Map([
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
  const rule = limited.get(keyword)
  return rule === undefined ? { rule: 'format' } : { rule, values: { limit: params.limit } }
}
