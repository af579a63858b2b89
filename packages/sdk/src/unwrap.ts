import { ApiProblem, type ErrorCode, TransportError } from './errors.ts'
import { errorCodeValues } from './generated/api.ts'
import { retryAfterOf } from './retry.ts'
import { isSuccess, type SuccessRule } from './success-rule.ts'

/** The result of an openapi-fetch call. */
export interface FetchResult<T> {
  data?: T | undefined
  error?: unknown
  response: Response
}

/**
 * The data of a successful response. Throws {@link ApiProblem} if the server refused, {@link TransportError} if there
 * was no usable response. Tests `response.ok` and the success rule, never `error`: an empty 502 has a falsy one.
 */
export async function unwrap<T>(
  result: Promise<FetchResult<T>>,
  rule: SuccessRule = 'strict',
): Promise<NonNullable<T>> {
  const { data, error, response } = await settle(result)
  if (!response.ok) throw toProblem(response, error)
  if (isSuccess(data, rule)) return data as NonNullable<T>
  throw hasCode(data) ? toProblem(response, data) : new TransportError('bad-answer')
}

/** Of an answer that is not JSON, and so has no `success`. */
export async function unwrapText(answer: Promise<FetchResult<string>>): Promise<string> {
  const result = await settle(answer)
  if (!result.response.ok) throw toProblem(result.response, result.error)
  return result.data ?? ''
}

/** Awaits a call and wraps what it throws in a {@link TransportError}. */
export async function settle<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (cause) {
    throw toTransportError(cause)
  }
}

/** The {@link TransportError} for an error of `fetch` or of reading a body. */
export function toTransportError(cause: unknown): Error {
  if (cause instanceof TransportError || cause instanceof ApiProblem) return cause
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'TimeoutError') return new TransportError('timeout', { cause })
  if (name === 'AbortError') return new TransportError('aborted', { cause })
  if (name === 'SyntaxError') return new TransportError('bad-answer', { cause })
  return new TransportError('network', { cause })
}

/** The problem in a failed response; if a proxy responded instead of Omen, the code is derived from the status. */
export function toProblem(response: Response, body: unknown): ApiProblem {
  const { status } = response
  const retryAfterMs = retryAfterOf(response.headers)
  if (hasCode(body)) return new ApiProblem({ retryAfterMs, ...body, status })
  const message = `The server answered ${status} ${response.statusText}`.trimEnd()
  return new ApiProblem({ code: codeOfStatus(status), status, message, retryAfterMs })
}

interface Coded {
  code: ErrorCode
  message: string
}

function hasCode(body: unknown): body is Coded {
  if (typeof body !== 'object' || body === null) return false
  const { code, message } = body as Partial<Coded>
  return (
    typeof message === 'string' && typeof code === 'string' && (errorCodeValues as readonly string[]).includes(code)
  )
}

const CODES: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  502: 'OVERLOADED',
  503: 'OVERLOADED',
  504: 'OVERLOADED',
}

function codeOfStatus(status: number): ErrorCode {
  return CODES[status] ?? 'INTERNAL'
}
