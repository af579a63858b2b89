import { CollectorError } from '../../../ports/collector.ts'
import { retryAfterMs } from '../../../protocols/retry-after.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { cleanText, faultOfStatus } from '../ask-provider.ts'

/** What the official clients reject with: the answer is there where there was one. */
interface SdkError extends Error {
  readonly $fault?: 'client' | 'server'
  readonly $metadata?: { readonly httpStatusCode?: number }
  readonly $response?: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> }
}

/** By the codes of https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CommonErrors.html and of each operation. */
const faults: Readonly<Record<string, CollectionFault>> = {
  InvalidClientTokenId: 'credentials',
  UnrecognizedClientException: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  InvalidSignatureException: 'credentials',
  IncompleteSignature: 'credentials',
  IncompleteSignatureException: 'credentials',
  MissingAuthenticationToken: 'credentials',
  MissingAuthenticationTokenException: 'credentials',
  AuthFailure: 'credentials',
  ExpiredToken: 'credentials',
  ExpiredTokenException: 'credentials',
  RequestTimeTooSkewed: 'clock',
  RequestExpired: 'clock',
  AccessDenied: 'permission',
  AccessDeniedException: 'permission',
  NotAuthorized: 'permission',
  OptInRequired: 'permission',
  UnauthorizedOperation: 'permission',
  ResourceNotFound: 'notFound',
  ResourceNotFoundException: 'notFound',
  Throttling: 'throttled',
  ThrottlingException: 'throttled',
  ThrottledException: 'throttled',
  RequestLimitExceeded: 'throttled',
  RequestThrottled: 'throttled',
  TooManyRequestsException: 'throttled',
  LimitExceeded: 'quota',
  LimitExceededException: 'quota',
}

/** Signatures are refused where they are older or younger than this. */
const maxSkewMs = 5 * 60_000

/** The reason why AWS did not answer, in its words. */
export function toCollectorError(error: unknown, secrets: readonly string[], now: number): CollectorError {
  if (error instanceof CollectorError) return error
  const { name, message, $fault, $metadata, $response } = error as SdkError
  const status = $response?.statusCode ?? $metadata?.httpStatusCode
  const isUnread = $fault === undefined && status !== undefined
  const text = isUnread ? `The answer cannot be read (HTTP ${status}).` : cleanText(message, secrets)
  const headers = new Headers($response?.headers)
  return new CollectorError(faultOf(name, status, $fault !== undefined, headers.get('date'), now), {
    providerText: text,
    retryAfterMs: retryAfterMs(headers, now),
  })
}

function faultOf(
  name: string,
  status: number | undefined,
  isReadable: boolean,
  date: string | null,
  now: number,
): CollectionFault {
  if (status !== undefined && status >= 500) return 'providerFailed'
  const known = isReadable ? faults[name] : undefined
  // Nothing was sent: there is no such region, or the endpoint is no address.
  const fault = known ?? (status === undefined ? 'query' : faultOfStatus(status))
  if (fault === 'credentials' && date !== null && Math.abs(Date.parse(date) - now) > maxSkewMs) return 'clock'
  return fault
}
