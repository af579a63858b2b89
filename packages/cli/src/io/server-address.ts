import { UsageError } from '../failures.ts'

/** The address of a server started with `npm start`. */
export const DEFAULT_URL = 'http://127.0.0.1:7070'

/** The base of the API for an address as typed: a server (`/api/v1/` is added), or a full base address. */
export function apiBase(address: string): string {
  const url = parse(address)
  if (url.pathname === '/') url.pathname = '/api/v1/'
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url.href
}

/** A page of the server, whether its own address or the base of its API is given. */
export function pageAddress(address: string, path: string): string {
  return parse(address).origin + path
}

/** An address in its normal form, for comparing and storing. */
export function normalAddress(address: string): string {
  return parse(address).href.replace(/\/$/, '')
}

/** An address to be shown, without its user and password; undefined if it contains an `@` and its password cannot be told from the rest. */
export function withoutPassword(address: string): string | undefined {
  if (!address.includes('@')) return address
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.username || url?.password ? `${url.protocol}//${url.host}` : undefined
}

function parse(address: string): URL {
  const withScheme = /^[a-z]+:\/\//i.test(address) ? address : `http://${address}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    const shown = withoutPassword(address)
    const subject = shown === undefined ? 'The address given' : `"${shown}"`
    throw new UsageError(`${subject} is not the address of a server`, `Write it like ${DEFAULT_URL}.`)
  }
  if (url.username || url.password || url.href.includes('@'))
    throw new UsageError('An address must not hold a password; use "omen login".')
  url.search = url.hash = ''
  return url
}
