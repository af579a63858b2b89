import { networkOf } from '../network.ts'

/** Attempts that count together. */
export interface AttemptLimit {
  readonly subject: string
  /** Null if the name typed is not an account. */
  readonly accountId: string | null
  /** Failures within 15 minutes. */
  readonly allowed: number
}

export interface LoginOrigin {
  readonly accountId: string | undefined
  readonly typed: string
  readonly address: string | null
  /** A device on which the account has signed in before. */
  readonly knownDevice: string | null
}

const ALLOWED_FROM_ONE_PLACE = 10
/** For guesses spread over many addresses; locks out unknown devices only, never a known one. */
const ALLOWED_FROM_ANYWHERE = 100

/**
 * Attempts are counted per account and client, so that nobody is locked out by failures elsewhere; a known device is a
 * client of its own, whatever its address. Unknown names are counted alike, so that they look like accounts.
 */
export function limitHere(origin: LoginOrigin): AttemptLimit {
  const place =
    origin.knownDevice === null ? `from ${networkOf(origin.address ?? 'unknown')}` : `on ${origin.knownDevice}`
  return limitOf(origin, place, ALLOWED_FROM_ONE_PLACE)
}

/** Null for a known device. */
export function limitAnywhere(origin: LoginOrigin): AttemptLimit | null {
  return origin.knownDevice === null ? limitOf(origin, 'from anywhere', ALLOWED_FROM_ANYWHERE) : null
}

/** A stolen session must not allow guessing the password. */
export function limitOfSession(accountId: string, sessionId: string): AttemptLimit {
  return { subject: `account ${accountId} in session ${sessionId}`, accountId, allowed: ALLOWED_FROM_ONE_PLACE }
}

function limitOf({ accountId, typed }: LoginOrigin, place: string, allowed: number): AttemptLimit {
  const who = accountId === undefined ? `typed ${typed.toLowerCase().slice(0, 254)}` : `account ${accountId}`
  return { subject: `${who} ${place}`, accountId: accountId ?? null, allowed }
}
