import type { components } from '@omen/sdk/api'

export type ErrorCode = components['schemas']['ErrorCode']
export type ErrorDetail = components['schemas']['ErrorDetail']
export type FieldRule = components['schemas']['FieldRule']

export type Locale = components['schemas']['Locale']
/** A sentence in both languages, or in English alone. */
export type Sentence = string | Readonly<Record<Locale, string>>

export interface DomainErrorOptions {
  /** One sentence for a person; without it, and in a language it does not have, the sentence of the code is used. */
  message?: Sentence
  details?: ErrorDetail[]
  retryAfterMs?: number
  cause?: unknown
}

/** An error with a code of the API. Anything else that is thrown is an internal error. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly sentence: Sentence | undefined
  readonly details: ErrorDetail[] | undefined
  readonly retryAfterMs: number | undefined

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(englishOf(options.message) ?? code, options.cause === undefined ? undefined : { cause: options.cause })
    this.sentence = options.message
    this.name = 'DomainError'
    this.code = code
    this.details = options.details
    this.retryAfterMs = options.retryAfterMs
  }
}

function englishOf(sentence: Sentence | undefined): string | undefined {
  return typeof sentence === 'object' ? sentence.en : sentence
}

export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code)
}

/** For an item that does not exist or belongs to another account; the two must be indistinguishable. */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', { message: `There is no such ${what}.` })
}
