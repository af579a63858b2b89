import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of keys that were handed out for a role. */
  readonly sessionToken?: string
  /** Epoch milliseconds. */
  readonly expiresAt?: number
}

export interface SignedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface SignatureFault {
  readonly code: string
  readonly message: string
}

const SKEW_MS = 5 * 60_000

/**
 * Checks Signature Version 4 as the reference describes it:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function verifySignature(
  { method, path, headers, body }: SignedRequest,
  keys: readonly AccessKey[],
  scope: { region: string; service: string; now: number },
): SignatureFault | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!parts) return { code: 'MissingAuthenticationToken', message: 'Request is missing Authentication Token' }
  const [, accessKeyId, day, region, service, signedHeaders = '', signature] = parts
  const key = keys.find((candidate) => candidate.accessKeyId === accessKeyId)
  if (!key || (key.sessionToken ?? '') !== (headers['x-amz-security-token'] ?? ''))
    return { code: 'InvalidClientTokenId', message: 'The security token included in the request is invalid.' }
  if (region !== scope.region || service !== scope.service)
    return mismatch(`Credential should be scoped to a valid region, not '${region}'.`)
  const stamp = String(headers['x-amz-date'])
  const signedAt = Date.parse(stamp.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(signedAt - scope.now) > SKEW_MS)
    return mismatch(`Signature expired: ${stamp} is now earlier than ${new Date(scope.now - SKEW_MS).toISOString()}`)
  if (key.expiresAt !== undefined && key.expiresAt <= scope.now)
    return { code: 'ExpiredToken', message: 'The security token included in the request is expired' }
  const canonical = [
    method,
    path,
    '',
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    createHash('sha256').update(body).digest('hex'),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', stamp, `${day}/${region}/${service}/aws4_request`, sha256(canonical)].join('\n')
  const signingKey = [String(day), String(region), String(service), 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${key.secretAccessKey}`,
  )
  if (createHmac('sha256', signingKey).update(text).digest('hex') === signature) return undefined
  return mismatch(
    'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.',
  )
}

function mismatch(message: string): SignatureFault {
  return { code: 'SignatureDoesNotMatch', message }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
