import { account, email, emailOrMobile, icode, type Prompt, password, vcode } from '@omen/sdk/rules'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { DomainError, type ErrorDetail } from '../domain/errors.ts'

const mostDetails = 20

/** Prompts shared with the forms of the page. */
const fieldPrompts: ReadonlyMap<string, Prompt> = new Map([
  ['userName', account.prompt],
  ['password', password.prompt],
  ['email', email.prompt],
  ['emailOrMobile', emailOrMobile.prompt],
  ['vcode', vcode.prompt],
  ['icode', icode.prompt],
])

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
    .map((error) => ({ field: fieldOf(error) || location, message: messageOf(error) }))
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
