import { CollectorError } from '../../../ports/collector.ts'
import { retryAfterMs } from '../../../protocols/retry-after.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { cleanText, faultOfStatus, type ProviderAnswer } from '../ask-provider.ts'
import { asArray, asObject, asText, type JsonObject } from '../json-fields.ts'
import { parseBounded } from '../parse-bounded.ts'

/** https://cloud.google.com/apis/design/errors#handling_errors; servers that fail are known by their HTTP status. */
const FAULTS: Readonly<Record<string, CollectionFault>> = {
  UNAUTHENTICATED: 'credentials',
  PERMISSION_DENIED: 'permission',
  NOT_FOUND: 'notFound',
  RESOURCE_EXHAUSTED: 'throttled',
  INVALID_ARGUMENT: 'query',
  FAILED_PRECONDITION: 'query',
  OUT_OF_RANGE: 'query',
  // Of the server that hands out tokens: https://datatracker.ietf.org/doc/html/rfc6749#section-5.2
  invalid_grant: 'credentials',
  invalid_client: 'credentials',
  unauthorized_client: 'credentials',
  access_denied: 'permission',
}

/** A signed request for a token is refused where the clocks differ by more than this. */
const MAX_SKEW_MS = 4 * 60_000

/** What Google says by an answer that is no success. */
export function toGoogleError(answer: ProviderAnswer, secrets: readonly string[], now: number): CollectorError {
  const { status, headers, body } = answer
  const { code, message, details } = readError(body)
  const known = status < 500 ? FAULTS[code ?? ''] : undefined
  const fault = known ?? faultOfStatus(status)
  const date = Date.parse(headers.get('date') ?? '')
  const isSkewed = code === 'invalid_grant' && Math.abs(date - now) > MAX_SKEW_MS
  return new CollectorError(isSkewed ? 'clock' : fault, {
    providerText: cleanText(message ?? body, secrets) || `HTTP ${status}`,
    retryAfterMs: retryAfterMs(headers, now) ?? retryDelayMs(details),
  })
}

interface ErrorParts {
  readonly code: string | undefined
  readonly message: string | undefined
  readonly details: readonly unknown[]
}

/** `{"error": {"status", "message", "details"}}` of the services, `{"error", "error_description"}` of the server for tokens. */
function readError(body: string): ErrorParts {
  const parsed = parse(body)
  const error = asObject(parsed?.error)
  if (error)
    return { code: asText(error.status), message: asText(error.message), details: asArray(error.details) ?? [] }
  const code = asText(parsed?.error)
  const description = asText(parsed?.error_description)
  return { code, message: description ? `${code}: ${description}` : code, details: [] }
}

/** `google.rpc.RetryInfo`: seconds, as in `7.5s`. */
function retryDelayMs(details: readonly unknown[]): number | undefined {
  const delays = details.flatMap((detail) => asText(asObject(detail)?.retryDelay) ?? [])
  const seconds = Number(/^([\d.]+)s$/.exec(delays[0] ?? '')?.[1] ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

function parse(body: string): JsonObject | undefined {
  try {
    return asObject(parseBounded(body))
  } catch {
    return undefined
  }
}
