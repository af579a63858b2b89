import { DomainError } from './errors.ts'
import type { Failure } from './wire-types.ts'

/** A refusal as it is kept with a file, a version or a job. */
export function toFailure(error: DomainError): Failure {
  return {
    code: error.code,
    message: error.message,
    ...(error.details && { details: error.details }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  }
}

export function fromFailure(failure: Failure): DomainError {
  const { code, message, details, retryAfterMs } = failure
  return new DomainError(code, {
    message,
    ...(details && { details }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
