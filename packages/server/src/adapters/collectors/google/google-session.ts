import { sign } from 'node:crypto'
import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { askProvider, parseJson } from '../ask-provider.ts'
import { asObject, asText, type JsonObject } from '../json-fields.ts'
import { toGoogleError } from './google-errors.ts'
import { type GoogleKey, readKeyFile } from './read-key-file.ts'

export interface GoogleParts {
  readonly outbound: Outbound
  readonly clock: Clock
}

export interface GoogleRequest {
  readonly url: string
  /** Sent as JSON by POST; without it by GET. */
  readonly body?: unknown
}

export interface GoogleSession {
  /** The object that a service answers; rejects with `CollectorError`, or with the reason of the signal. */
  ask(request: GoogleRequest, signal: AbortSignal): Promise<JsonObject>
}

interface Token {
  readonly value: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const scope = 'https://www.googleapis.com/auth/monitoring.read https://www.googleapis.com/auth/logging.read'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifetimeS = 3600
const earlyMs = 5 * 60_000

/**
 * Requests by a service account, as https://developers.google.com/identity/protocols/oauth2/service-account#httprest describes it.
 * Google's own library is not used: it sends to one fixed address whatever the key file says, by a clock of its own, and asks again by itself.
 */
export function openGoogleSession(keyFile: string, { outbound, clock }: GoogleParts): GoogleSession {
  let key: GoogleKey | undefined
  let token: Token | undefined

  async function fetchToken({ tokenUri, secrets, ...account }: GoogleKey, signal: AbortSignal): Promise<Token> {
    const assertion = signAssertion({ tokenUri, secrets, ...account }, clock.now())
    const request = {
      url: tokenUri,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: grantType, assertion }).toString(),
    }
    const answer = await askProvider(outbound, request, signal)
    const hidden = [...secrets, assertion]
    if (answer.status !== 200) throw toGoogleError(answer, hidden, clock.now())
    const granted = asObject(parseJson(answer.body, hidden))
    const value = asText(granted?.access_token)
    if (value === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no access token.' })
    const expiresInS = typeof granted?.expires_in === 'number' ? granted.expires_in : lifetimeS
    return { value, expiresAt: clock.now() + expiresInS * 1000 }
  }

  return {
    async ask({ url, body }, signal) {
      signal.throwIfAborted()
      key ??= readKeyFile(keyFile)
      if (token === undefined || token.expiresAt - earlyMs <= clock.now()) token = await fetchToken(key, signal)
      const secrets = [...key.secrets, token.value]
      const headers = { authorization: `Bearer ${token.value}`, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const answer = await askProvider(outbound, { url, headers, ...sent }, signal)
      if (answer.status === 401) token = undefined
      if (answer.status !== 200) throw toGoogleError(answer, secrets, clock.now())
      const parsed = asObject(parseJson(answer.body, secrets))
      if (parsed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer is no JSON object.' })
      return parsed
    },
  }
}

function signAssertion({ email, keyId, privateKey, tokenUri }: GoogleKey, now: number): string {
  const issuedAt = Math.floor(now / 1000)
  const head = encode({ alg: 'RS256', typ: 'JWT', ...(keyId && { kid: keyId }) })
  const claims = encode({ iss: email, scope, aud: tokenUri, iat: issuedAt, exp: issuedAt + lifetimeS })
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), privateKey)
  return `${head}.${claims}.${signature.toString('base64url')}`
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
