import type { components } from './generated/api.ts'

/** Machine-readable reason: the `code` enum of the API description. */
export type ErrorCode = components['schemas']['ErrorCode']
/** Position of the fault: request field, or line and column of a file (both from 1), with a sentence. */
export type ErrorDetail = components['schemas']['ErrorDetail']
/** What a field has to be. */
export type FieldRule = components['schemas']['FieldRule']
/** Why a job, a file or a model version failed. */
export type Failure = components['schemas']['Failure']

/** Fields of an {@link ApiProblem}. */
export interface ApiProblemInit {
  code: ErrorCode
  status: number
  message: string
  details?: readonly ErrorDetail[] | undefined
  requestId?: string | undefined
  retryAfterMs?: number | undefined
}

/**
 * The server understood the request and refused it, or a job ended without its result.
 * `message` is one sentence in the language asked for; map your own texts from `code`, never from the message.
 * `status` is the HTTP status, 0 where the problem comes from a job. `retryAfterMs` is set if a retry makes sense.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ErrorCode
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(init: ApiProblemInit, options?: ErrorOptions) {
    super(init.message, options)
    this.code = init.code
    this.status = init.status
    this.details = init.details ?? []
    this.requestId = init.requestId
    this.retryAfterMs = init.retryAfterMs
  }

  /** The problem that a failed job, file or model version reports. */
  static fromFailure(failure: Failure): ApiProblem {
    return new ApiProblem({ status: 0, ...failure })
  }
}

/**
 * Why there was no usable answer: `network` (no connection), `timeout`, `aborted` (by the caller's signal),
 * `missing-parameter` and `invalid-header` (nothing was sent), `bad-answer` (an answer that is not Omen's).
 */
export type TransportErrorKind =
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'missing-parameter'
  | 'invalid-header'
  | 'bad-answer'

const SENTENCES: Record<TransportErrorKind, string> = {
  network: 'The server could not be reached',
  timeout: 'Your request timed out',
  aborted: 'The request was stopped',
  'missing-parameter': 'Missing a required URL parameter',
  'invalid-header': 'A header of the request cannot be sent',
  'bad-answer': 'The server gave an answer that is not understood',
}

/** There was no usable answer. Messages of `timeout` and `missing-parameter`: specification, section 8. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly kind: TransportErrorKind

  constructor(kind: TransportErrorKind, options?: ErrorOptions & { message?: string }) {
    super(options?.message ?? SENTENCES[kind], options)
    this.kind = kind
  }
}
