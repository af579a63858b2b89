import { ApiProblem, TransportError } from '@omen/sdk'

/** Whether the same call can succeed later. */
export function isPassing(error: unknown): error is Error {
  if (error instanceof TransportError) return error.kind === 'network' || error.kind === 'timeout'
  return error instanceof ApiProblem && (error.status >= 500 || error.status === 429 || error.status === 408)
}
