import { verify } from 'node:crypto'
import type { WireAnswer } from '../../../ports/collector.contract.ts'
import { json, type WireRequest } from '../wire-server.ts'
import type { ServiceAccount } from './service-account.ts'

export interface TokenState {
  readonly accounts: readonly ServiceAccount[]
  /** Epoch milliseconds of their end, and whose they are. */
  readonly tokens: Map<string, { readonly email: string; readonly expiresAt: number }>
  /** The server's clock is so much ahead. */
  readonly aheadMs: number
}

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIFETIME_S = 3600
const SKEW_S = 300

/** https://developers.google.com/identity/protocols/oauth2/service-account#httprest */
export function issueToken({ url, body }: WireRequest, state: TokenState): WireAnswer {
  const form = new URLSearchParams(body)
  if (form.get('grant_type') !== GRANT_TYPE) return refuse('unsupported_grant_type', 'Invalid grant_type')
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const { alg, kid } = decode(head)
  const { iss, aud, scope, iat, exp } = decode(claims)
  const account = state.accounts.find(({ email }) => email === iss)
  if (!account) return refuse('invalid_grant', 'Invalid grant: account not found')
  const now = (Date.now() + state.aheadMs) / 1000
  if (Number(exp) - Number(iat) > LIFETIME_S || Math.abs(Number(iat) - now) > SKEW_S)
    return refuse(
      'invalid_grant',
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    )
  if (aud !== url.href || typeof scope !== 'string')
    return refuse('invalid_grant', 'Invalid JWT: Failed audience check.')
  const isSigned =
    alg === 'RS256' &&
    // A request need not name the key
    (kid === undefined || kid === account.keyId) &&
    verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), account.publicKey, Buffer.from(signature, 'base64url'))
  if (!isSigned) return refuse('invalid_grant', 'Invalid JWT Signature.')
  const token = `ya29.token-of-${account.email.split('@')[0]}`
  state.tokens.set(token, { email: account.email, expiresAt: Date.now() + LIFETIME_S * 1000 })
  return json(200, { access_token: token, expires_in: LIFETIME_S, token_type: 'Bearer' })
}

function decode(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

function refuse(error: string, description: string): WireAnswer {
  return json(400, { error, error_description: description })
}
