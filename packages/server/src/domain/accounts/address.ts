import { email, emailOrMobile, mobile, type Rule } from '@omen/sdk/rules'
import { invalidField } from '../invalid-field.ts'

/** A recipient, normalised so that one e-mail address or mobile number has one spelling. */
export interface Address {
  readonly kind: 'email' | 'mobile'
  readonly value: string
}

/** Null if the text is neither. Mobile numbers lose their prefix; addresses become lower case. */
export function readAddress(text: string): Address | null {
  if (mobile.test(text)) return { kind: 'mobile', value: text.slice(-11) }
  return email.test(text) ? { kind: 'email', value: text.toLowerCase() } : null
}

export function requireAddress(text: string): Address {
  return readAddress(text) ?? refuse('emailOrMobile', emailOrMobile)
}

/** `email` is the earlier name of the field. */
export interface RecoveryAddress {
  emailOrMobile?: string | undefined
  email?: string | undefined
}

/** The address that a message about a forgotten name or password is requested for. */
export function requireRecoveryAddress(request: RecoveryAddress): Address {
  return request.emailOrMobile === undefined ? requireEmail(request.email ?? '') : requireAddress(request.emailOrMobile)
}

function requireEmail(text: string): Address {
  const address = readAddress(text)
  return address?.kind === 'email' ? address : refuse('email', email)
}

function refuse(field: string, { prompt }: Rule): never {
  throw invalidField(field, prompt.en, { rule: 'format', sentence: prompt })
}
