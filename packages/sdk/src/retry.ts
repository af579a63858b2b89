import type { Clock } from './clock.ts'

/** Retry policy of idempotent calls. */
export interface RetryPolicy {
  /** Attempts in total, the first included. */
  attempts: number
  /** Upper bound of the first wait; it doubles with every attempt. Milliseconds. */
  baseMs: number
  /** Longest wait, also for `Retry-After`: if a server asks for more, the call is not repeated. Milliseconds. */
  maxMs: number
  /** Between 0 and 1, spreads clients that failed together. */
  random: () => number
}

/** Four attempts over about two seconds; `Retry-After` is respected up to 30 s. */
export const defaultRetry: RetryPolicy = { attempts: 4, baseMs: 300, maxMs: 30_000, random: Math.random }

/** The `Retry-After` header in milliseconds (seconds or an HTTP date); undefined if there is none. */
export function retryAfterOf(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get('Retry-After')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Wait before attempt `attempt + 1` (from 1): full jitter between half and all of an exponential bound. Milliseconds. */
export function backoffMs(attempt: number, policy: RetryPolicy): number {
  const bound = Math.min(policy.maxMs, policy.baseMs * 2 ** (attempt - 1))
  return bound * (0.5 + policy.random() / 2)
}

const PASSING = new Set([429, 502, 503, 504])

type Fetch = (request: Request) => Promise<Response>

/**
 * A fetch that repeats what may be repeated (GET, HEAD, POST with `Idempotency-Key`) after a lost connection or one of
 * 429, 502, 503, 504, waiting for `Retry-After` or with jittered back-off. Timeouts and aborts are not repeated.
 */
export function withRetry(send: Fetch, policy: RetryPolicy, clock: Clock): Fetch {
  return async (request) => {
    const attempts = isIdempotent(request) ? policy.attempts : 1
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts
      const outcome = await attemptOnce(send, last ? request : request.clone())
      const waitMs = last ? undefined : waitAfter(outcome, attempt, policy, clock)
      if (waitMs === undefined) return finish(outcome)
      if (outcome instanceof Response) await outcome.body?.cancel()
      await clock.sleep(waitMs, request.signal)
    }
  }
}

function isIdempotent(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.headers.has('Idempotency-Key')
}

interface Thrown {
  thrown: unknown
}

async function attemptOnce(send: Fetch, request: Request): Promise<Response | Thrown> {
  try {
    return await send(request)
  } catch (thrown) {
    return { thrown }
  }
}

function finish(outcome: Response | Thrown): Response {
  if (outcome instanceof Response) return outcome
  throw outcome.thrown
}

function waitAfter(outcome: Response | Thrown, attempt: number, policy: RetryPolicy, clock: Clock): number | undefined {
  if (!(outcome instanceof Response)) {
    return outcome.thrown instanceof TypeError ? backoffMs(attempt, policy) : undefined
  }
  if (!PASSING.has(outcome.status)) return undefined
  const asked = retryAfterOf(outcome.headers, clock.now())
  if (asked === undefined) return backoffMs(attempt, policy)
  return asked <= policy.maxMs ? asked : undefined
}
