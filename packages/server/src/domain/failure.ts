import type { Failure } from '../schema/wire-types.ts'
import { DomainError } from './errors.ts'

/** An error as it is stored with a file, a version or a job. */
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
