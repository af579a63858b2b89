import { TransportError } from './errors.ts'

/**
 * Why a text cannot be an access token or ingest key, as the rest of a sentence that does not repeat the text; undefined
 * if it can. A token is printable ASCII without spaces (RFC 6750, section 2.1); white space around it does not count.
 */
export function tokenFault(text: string): string | undefined {
  const token = text.trim()
  if (token === '') return 'is empty'
  if (/[\r\n]/.test(token)) return 'holds a line break'
  if (/\s/.test(token)) return 'holds a space'
  return isPrintable(token) ? undefined : 'holds a character that is not printable ASCII'
}

/** The token without the white space around it. Throws `invalid-header` if it is none, see {@link tokenFault}. */
export function requireToken(text: string): string {
  const fault = tokenFault(text)
  if (fault !== undefined) throw new TransportError('invalid-header', { message: `The access token ${fault}` })
  return text.trim()
}

/** The key of an idempotent call. Throws `invalid-header` if it is not printable ASCII. */
export function requireIdempotencyKey(key: string): string {
  if (isPrintable(key)) return key
  throw new TransportError('invalid-header', {
    message: 'The idempotency key holds a character that is not printable ASCII',
  })
}

const isPrintable = (text: string): boolean => /^[ -~]*$/.test(text)
