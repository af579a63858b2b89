import type { Cause } from '../../ports/operator-error.ts'
import type { RemoteStore } from '../open-failures/open-store.ts'

const SETTING = 'OMEN_DATABASE_URL'
/** Beside codes of PostgreSQL; the driver has texts of its own. */
const PASSWORD_MISSING = /client password must be a/
const NO_TLS = /does not support SSL/

/** The PostgreSQL at an address, and what it refuses; null for the embedded one. */
export function databaseStore(url: string | null): RemoteStore | null {
  return url === null ? null : { name: 'PostgreSQL', setting: SETTING, url, causeOf: (error) => causeOf(error, url) }
}

/** Codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function causeOf(error: unknown, url: string): Cause | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code = '', message } = current as NodeJS.ErrnoException
    const cause = refusalOf(code, message, url)
    if (cause !== undefined) return cause
  }
  return undefined
}

function refusalOf(code: string, message: string, url: string): Cause | undefined {
  const { database, user } = namesIn(url)
  if (PASSWORD_MISSING.test(message))
    return { why: 'it asks for a password, and the address has none', advice: `Add it to ${SETTING}.` }
  if (NO_TLS.test(message))
    return { why: 'it does not speak TLS', advice: `Switch TLS on there, or take sslmode out of ${SETTING}.` }
  switch (code) {
    case '3D000':
      return {
        why: `there is no database "${database}"`,
        advice: `Create it with "createdb ${database}", or name another in ${SETTING}.`,
      }
    case '28P01':
    case '28000':
      return { why: `it refuses the user "${user}" (${message})`, advice: `Correct user and password in ${SETTING}.` }
    case '42501':
      return {
        why: `the user "${user}" lacks a right (${message})`,
        advice: `Make that user the owner: ALTER DATABASE "${database}" OWNER TO "${user}", or name another in ${SETTING}.`,
      }
    case '25006':
      return {
        why: 'it is read-only, as a standby is',
        advice: `Name the server that accepts writes in ${SETTING}, or switch default_transaction_read_only off.`,
      }
    case '53300':
      return {
        why: `all of its connections are taken (${message})`,
        advice: 'Close other connections, or raise max_connections there: a server of Omen takes about 25.',
      }
    case '57P03':
      return { why: `it is not ready (${message})`, advice: 'Wait until it has started, then start Omen again.' }
    case '53100':
      return { why: 'its disk is full', advice: 'Free space there, then start Omen again.' }
    default:
      return undefined
  }
}

/** The driver's defaults: the database is called as the user is. */
function namesIn(address: string): { database: string; user: string } {
  const { pathname, username, searchParams } = new URL(address)
  const user = decode(username) || (searchParams.get('user') ?? process.env.PGUSER ?? process.env.USER ?? '')
  return { user, database: decode(pathname.slice(1)) || user }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
