import { CollectorError } from '../../../ports/collector.ts'
import { OutboundError } from '../../../ports/outbound.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { outboundFailure } from '../outbound-failure.ts'
import { providerText } from '../provider-text.ts'
import { retryAfterMs } from '../retry-after.ts'

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

const statusFaults: Readonly<Record<number, CollectionFault>> = {
  401: 'credentials',
  403: 'permission',
  404: 'notFound',
  429: 'throttled',
}

/** Signatures are refused where they are older or younger than this. */
const maxSkewMs = 5 * 60_000

/** The reason why AWS did not answer, in its words. */
export function toCollectorError(error: unknown, secrets: readonly string[], now: number): CollectorError {
  if (error instanceof CollectorError) return error
  if (error instanceof OutboundError) return outboundFailure(error)
  const { name, message, $fault, $metadata, $response } = error as SdkError
  const status = $response?.statusCode ?? $metadata?.httpStatusCode
  const text = providerText($fault === undefined ? unreadable(status) : message, secrets)
  const headers = $response?.headers
  return new CollectorError(faultOf(name, status, $fault !== undefined, headers?.date, now), {
    providerText: text,
    retryAfterMs: retryAfterMs(headers?.['retry-after'], now),
  })
}

function faultOf(
  name: string,
  status: number | undefined,
  isReadable: boolean,
  date: string | undefined,
  now: number,
): CollectionFault {
  if (status !== undefined && status >= 500) return 'providerFailed'
  const fault = (isReadable ? faults[name] : undefined) ?? statusFaults[status ?? 0]
  if (fault === 'credentials' && date !== undefined && Math.abs(Date.parse(date) - now) > maxSkewMs) return 'clock'
  return fault ?? (isReadable ? 'query' : 'badAnswer')
}

function unreadable(status: number | undefined): string {
  return status === undefined ? 'The answer cannot be read.' : `The answer cannot be read (HTTP ${status}).`
}
