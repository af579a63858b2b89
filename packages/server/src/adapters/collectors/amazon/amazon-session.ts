import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { retryAfterMs } from '../../../protocols/retry-after.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { askProvider, cleanText, faultOfStatus } from '../ask-provider.ts'

export interface AmazonAccess {
  /** The region. */
  readonly zone: string
  readonly accessKey: string
  readonly secretKey: string
  /** A role that the keys may assume, which then reads. */
  readonly roleArn?: string | undefined
  readonly externalId?: string | undefined
  /** In the place of the public addresses: a private endpoint, or a stack of one's own. */
  readonly endpoint?: string | undefined
}

/** What the official clients send by a transport of one's own; those used here have everything in the body. */
interface SdkRequest {
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface SdkAnswer {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

interface SdkTransport {
  readonly metadata: { readonly handlerProtocol: string }
  handle(request: SdkRequest, options?: { abortSignal?: unknown }): Promise<{ response: SdkAnswer }>
  updateHttpClientConfig(): void
  httpHandlerConfigs(): object
}

/** What every client of AWS is made with. Waiting and asking again is not theirs to do. */
export interface AmazonClientConfig {
  readonly region: string
  readonly endpoint?: string
  readonly credentials: AmazonCredentials
  readonly requestHandler: SdkTransport
  readonly maxAttempts: 1
  /** `AWS_ENDPOINT_URL` is where the operator keeps files; requests with a customer's keys do not belong there. */
  readonly ignoreConfiguredEndpointUrls: true
}

interface AmazonCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface AmazonParts {
  readonly outbound: Outbound
  readonly clock: Clock
}

export interface AmazonSession<Client> {
  /** Calls AWS with keys that are valid; rejects with `CollectorError`, or with the reason of the signal. */
  call<Answer>(ask: (client: Client, signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<Answer>
}

interface Opened<Client> {
  readonly client: Client
  /** Epoch milliseconds; the keys of a role are good for an hour. */
  readonly expiresAt: number
}

const EARLY_MS = 5 * 60_000
const SESSION_NAME = 'omen'

export function openAmazonSession<Client>(
  access: AmazonAccess,
  { outbound, clock }: AmazonParts,
  createClient: (config: AmazonClientConfig) => Client,
): AmazonSession<Client> {
  const requestHandler = sdkTransport(outbound)
  const configOf = (credentials: AmazonCredentials): AmazonClientConfig => ({
    region: access.zone,
    ...(access.endpoint && { endpoint: access.endpoint }),
    credentials,
    requestHandler,
    maxAttempts: 1,
    ignoreConfiguredEndpointUrls: true,
  })
  let secrets: string[] = []
  let opened: Opened<Client> | undefined

  async function open(signal: AbortSignal): Promise<Opened<Client>> {
    const { roleArn, externalId } = access
    const keys = { accessKeyId: access.accessKey, secretAccessKey: access.secretKey }
    secrets = [access.secretKey, externalId ?? '']
    if (!roleArn) return { client: createClient(configOf(keys)), expiresAt: Number.POSITIVE_INFINITY }
    const command = new AssumeRoleCommand({
      RoleArn: roleArn,
      RoleSessionName: SESSION_NAME,
      ...(externalId && { ExternalId: externalId }),
    })
    const { Credentials: given } = await new STSClient(configOf(keys)).send(command, { abortSignal: signal })
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = given ?? {}
    if (!accessKeyId || !secretAccessKey || !sessionToken)
      throw new CollectorError('badAnswer', { providerText: 'The answer to AssumeRole has no keys.' })
    secrets.push(secretAccessKey, sessionToken)
    const client = createClient(configOf({ accessKeyId, secretAccessKey, sessionToken }))
    return { client, expiresAt: given?.Expiration?.getTime() ?? clock.now() }
  }

  return {
    async call(ask, signal) {
      signal.throwIfAborted()
      try {
        if (opened === undefined || opened.expiresAt - EARLY_MS <= clock.now()) opened = await open(signal)
        return await ask(opened.client, signal)
      } catch (error) {
        signal.throwIfAborted()
        const failure = toCollectorError(error, secrets, clock.now())
        // The keys of a role may have been taken back before their time.
        if (failure.fault === 'credentials') opened = undefined
        throw failure
      }
    },
  }
}

const never = new AbortController().signal

/** The transport of the official clients, by the guarded way out. */
function sdkTransport(outbound: Outbound): SdkTransport {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle({ protocol, hostname, port, path, method, headers, body }, { abortSignal } = {}) {
      const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`
      const request = { url, method, headers: sendable(headers), ...(body !== undefined && { body }) }
      const signal = abortSignal instanceof AbortSignal ? abortSignal : never
      const answer = await askProvider(outbound, request, signal)
      const received = Object.fromEntries(answer.headers)
      return { response: { statusCode: answer.status, headers: received, body: Buffer.from(answer.body) } }
    },
    updateHttpClientConfig: () => {},
    httpHandlerConfigs: () => ({}),
  }
}

/** Without those that the connection itself gives. */
function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host' && name !== 'content-length'))
}

/** What the official clients reject with: the answer is there where there was one. */
interface SdkError extends Error {
  readonly $fault?: 'client' | 'server'
  readonly $metadata?: { readonly httpStatusCode?: number }
  readonly $response?: { readonly statusCode?: number; readonly headers?: Readonly<Record<string, string>> }
}

/** By the codes of https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/CommonErrors.html and of each operation. */
const FAULTS: Readonly<Record<string, CollectionFault>> = {
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
const MAX_SKEW_MS = 5 * 60_000

/** The reason why AWS did not answer, in its words. */
function toCollectorError(error: unknown, secrets: readonly string[], now: number): CollectorError {
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
  const known = isReadable ? FAULTS[name] : undefined
  // Nothing was sent: there is no such region, or the endpoint is no address.
  const fault = known ?? (status === undefined ? 'query' : faultOfStatus(status))
  if (fault === 'credentials' && date !== null && Math.abs(Date.parse(date) - now) > MAX_SKEW_MS) return 'clock'
  return fault
}
