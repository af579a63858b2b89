import { createHmac, timingSafeEqual } from 'node:crypto'

/** Follows from the session's secret, which no page can read, so it need not be stored. */
export function csrfTokenOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('anti-forgery').digest('base64url')
}

export function csrfTokenMatches(sessionSecret: string, shown: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionSecret))
  const given = Buffer.from(shown)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
