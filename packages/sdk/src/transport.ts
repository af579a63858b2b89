import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import { type CsrfStore, defaultCsrf } from './csrf-store.ts'
import { TransportError } from './errors.ts'
import type { paths } from './generated/api.ts'
import { requireToken } from './header-value.ts'
import { defaultRetry, type RetryPolicy, withRetry } from './retry.ts'
import type { SuccessRule } from './success-rule.ts'
import type { Locale } from './types.ts'
import { type FetchResult, unwrap } from './unwrap.ts'

/** Sends one request; `globalThis.fetch` is one. */
export type Fetch = (request: Request) => Promise<Response>

/** Settings of a client; all have defaults. */
export interface OmenOptions {
  /** Base of the API, `/api/v1/` unless configured. Outside a browser it must be absolute. */
  baseUrl?: string | undefined
  /** Sends requests; the platform's fetch by default. */
  fetch?: Fetch | undefined
  /** A personal access token: printable ASCII without spaces. With it neither cookies nor the anti-forgery header are needed. */
  token?: string | (() => string | undefined) | undefined
  /** Where the anti-forgery token is kept; local storage under `omen.csrf` in a browser. */
  csrf?: CsrfStore | undefined
  /** How `success` is interpreted; `strict` by default. */
  successRule?: SuccessRule | undefined
  /** Timeout of a call, 30,000 ms by default; the time of `Prefer: wait` is added. */
  timeoutMs?: number | undefined
  /** When idempotent calls are repeated; `false` for never. */
  retry?: Partial<RetryPolicy> | false | undefined
  /** Language of sentences, sent as `Accept-Language`; the browser's own by default. */
  locale?: Locale | (() => Locale | undefined) | undefined
  clock?: Clock | undefined
  /** Sent with every call, such as a `User-Agent`. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Node only: the `http.Agent` that carries the files of `@omen/sdk/node` to a URL, such as that of a proxy. */
  agentFor?: ((url: URL) => unknown) | undefined
}

/** Shared by all resources: the typed client and the interpretation of its responses. */
export interface Transport {
  readonly client: Client<paths>
  readonly baseUrl: string
  readonly csrf: CsrfStore
  readonly clock: Clock
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  /** Sends a custom request with this client's credentials and timeout, without retries. */
  readonly send: Fetch
  /** Headers with credentials and language. */
  headers(method: string): Record<string, string>
  /** The `http.Agent` for a URL, in Node. */
  agentFor(url: URL): unknown
  /** Data of a successful response, by this client's success rule. */
  unwrap<T>(result: Promise<FetchResult<T>>): Promise<NonNullable<T>>
}

/** Opens the transport that {@link createOmen} builds its resources on. */
export function createTransport(options: OmenOptions = {}): Transport {
  const { baseUrl = '/api/v1/', csrf = defaultCsrf(), clock = systemClock, timeoutMs = 30_000 } = options
  const retry = options.retry === false ? { ...defaultRetry, attempts: 1 } : { ...defaultRetry, ...options.retry }
  const headers = callerHeaders(options, csrf)
  const send = withTimeout(options.fetch ?? ((request) => globalThis.fetch(request)), timeoutMs)
  const client = createClient<paths>({ baseUrl, fetch: withRetry(send, retry, clock) })
  client.use(requireParameters, addHeaders(headers))
  return {
    client,
    csrf,
    clock,
    timeoutMs,
    retry,
    send,
    headers,
    agentFor: options.agentFor ?? (() => undefined),
    baseUrl: baseUrl.replace(/\/$/, ''),
    unwrap: (result) => unwrap(result, options.successRule),
  }
}

function callerHeaders(options: OmenOptions, csrf: CsrfStore): (method: string) => Record<string, string> {
  return (method) => {
    const token = typeof options.token === 'function' ? options.token() : options.token
    const locale = typeof options.locale === 'function' ? options.locale() : options.locale
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers }
    if (locale !== undefined) headers['Accept-Language'] = locale
    if (token) return { ...headers, Authorization: `Bearer ${requireToken(token)}` }
    const forgery = method === 'GET' || method === 'HEAD' ? undefined : csrf.get()
    return forgery === undefined ? headers : { ...headers, 'X-CSRF-Token': forgery }
  }
}

function addHeaders(headersFor: (method: string) => Record<string, string>): Middleware {
  return {
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headersFor(request.method))) {
        if (!request.headers.has(name)) request.headers.set(name, value)
      }
    },
  }
}

/** An empty id would reach the list instead of the item, `..` another resource; neither is sent. */
const requireParameters: Middleware = {
  onRequest({ schemaPath, params }) {
    for (const [, name = ''] of schemaPath.matchAll(/\{([^{}]+)\}/g)) {
      const value = params.path?.[name]
      if (value === undefined || value === null || value === '' || value === '.' || value === '..') {
        throw new TransportError('missing-parameter')
      }
    }
  },
}

function withTimeout(send: Fetch, timeoutMs: number): Fetch {
  return async (request) => {
    const waitMs = 1000 * Number(/\bwait=(\d+)/.exec(request.headers.get('Prefer') ?? '')?.[1] ?? 0)
    if (request.headers.get('Accept') === 'text/event-stream') return sendWithHeadTimeout(send, request, timeoutMs)
    const limit = openLimit(request.signal, timeoutMs + waitMs)
    try {
      const answer = await limit.race(send(new Request(request, { signal: limit.signal })))
      // The body counts too: a server may send its headers and then nothing.
      const body = hasNoBody(answer) ? null : await limit.race(answer.arrayBuffer())
      return new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers })
    } finally {
      limit.close()
    }
  }
}

const hasNoBody = ({ status, body }: Response): boolean => body === null || [204, 205, 304].includes(status)

interface Limit {
  readonly signal: AbortSignal
  /** The outcome of the work, unless the limit or the caller ends it first. */
  race<T>(work: Promise<T>): Promise<T>
  /** Stops the clock; the signal keeps following the caller's where `follows`. */
  close(follows?: boolean): void
}

/**
 * A time limit joined with the caller's signal. Held by a timer and a race: `AbortSignal.timeout` and `AbortSignal.any`
 * were collected with the garbage by Node 20 while `fetch` still waited, which then took its own 300 s.
 */
function openLimit(caller: AbortSignal, ms: number): Limit {
  const stop = new AbortController()
  const follow = () => stop.abort(caller.reason)
  const ended = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
  })
  ended.catch(() => undefined)
  caller.addEventListener('abort', follow, { once: true })
  if (caller.aborted) follow()
  const timer = setTimeout(() => stop.abort(new DOMException('no answer', 'TimeoutError')), ms)
  return {
    signal: stop.signal,
    race: (work) => {
      work.catch(() => undefined)
      return Promise.race([ended, work])
    },
    close(follows = false) {
      clearTimeout(timer)
      if (!follows) caller.removeEventListener('abort', follow)
    },
  }
}

/** An event stream is unlimited: the timeout only applies until its headers arrive. */
async function sendWithHeadTimeout(send: Fetch, request: Request, timeoutMs: number): Promise<Response> {
  const limit = openLimit(request.signal, timeoutMs)
  try {
    return await limit.race(send(new Request(request, { signal: limit.signal })))
  } finally {
    limit.close(true)
  }
}
