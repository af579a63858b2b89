import type { JWTOptions } from 'google-auth-library'
import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { askProvider, parseJson } from '../ask-provider.ts'
import { asObject, asText } from '../json-fields.ts'
import { toGoogleError } from './google-errors.ts'
import type { GoogleKey } from './read-key-file.ts'

export interface GoogleParts {
  readonly outbound: Outbound
  readonly clock: Clock
}

export interface GoogleToken {
  readonly value: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

type Transporter = NonNullable<JWTOptions['transporter']>
type TransporterAnswer = Awaited<ReturnType<Transporter['request']>>

const SCOPES = ['https://www.googleapis.com/auth/monitoring.read', 'https://www.googleapis.com/auth/logging.read']
const LIFETIME_S = 3600

/**
 * A token for a service account, by Google's own library, which is loaded when it is first used: it takes 20 MB. It knows one server for tokens and
 * the clock of the process; claims and a transport of our own have it ask the server of the key file, by our clock.
 */
export async function fetchToken(key: GoogleKey, parts: GoogleParts, signal: AbortSignal): Promise<GoogleToken> {
  const { clock } = parts
  const { JWT } = await import('google-auth-library')
  const issuedAt = Math.floor(clock.now() / 1000)
  let expiresInS = LIFETIME_S
  const client = new JWT({
    email: key.email,
    key: key.privateKey,
    scopes: SCOPES,
    additionalClaims: { aud: key.tokenUri, iat: issuedAt, exp: issuedAt + LIFETIME_S },
    transporter: tokenTransporter(key, parts, signal, (seconds) => {
      expiresInS = seconds
    }),
    // Its interceptors name versions and write requests to logs
    useAuthRequestParameters: false,
  })
  const { access_token: value } = await client.authorize()
  if (!value) throw new CollectorError('badAnswer', { providerText: 'The answer has no access token.' })
  return { value, expiresAt: clock.now() + expiresInS * 1000 }
}

/** Sends the library's request by the guarded way out, once; rejects with `CollectorError`, or with the reason of the signal. */
function tokenTransporter(
  { tokenUri, secrets }: GoogleKey,
  { outbound, clock }: GoogleParts,
  signal: AbortSignal,
  onExpiry: (seconds: number) => void,
): Transporter {
  const request = async ({ data }: { data?: unknown } = {}): Promise<TransporterAnswer> => {
    const form = new URLSearchParams(data as URLSearchParams)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = { url: tokenUri, method: 'POST', headers, body: form.toString() }
    const answer = await askProvider(outbound, sent, signal)
    const hidden = [...secrets, form.get('assertion') ?? '']
    if (answer.status !== 200) throw toGoogleError(answer, hidden, clock.now())
    const granted = asObject(parseJson(answer.body, hidden)) ?? {}
    if (typeof granted.expires_in === 'number') onExpiry(granted.expires_in)
    return { data: { ...granted, access_token: asText(granted.access_token) } } as TransporterAnswer
  }
  return { request } as unknown as Transporter
}
