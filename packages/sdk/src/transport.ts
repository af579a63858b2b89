import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import { type CsrfStore, defaultCsrf } from './csrf-store.ts'
import { TransportError } from './errors.ts'
import type { paths } from './generated/api.ts'
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
  /** A personal access token; with it neither cookies nor the anti-forgery header are needed. */
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
    ...{ client, csrf, clock, timeoutMs, retry, send, headers },
    baseUrl: baseUrl.replace(/\/$/, ''),
    unwrap: (result) => unwrap(result, options.successRule),
  }
}

function callerHeaders(options: OmenOptions, csrf: CsrfStore): (method: string) => Record<string, string> {
  return (method) => {
    const token = typeof options.token === 'function' ? options.token() : options.token
    const locale = typeof options.locale === 'function' ? options.locale() : options.locale
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (locale !== undefined) headers['Accept-Language'] = locale
    if (token) return { ...headers, Authorization: `Bearer ${token}` }
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
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs + waitMs)])
    return send(new Request(request, { signal }))
  }
}

/** An event stream is unlimited: the timeout only applies until its headers arrive. */
async function sendWithHeadTimeout(send: Fetch, request: Request, timeoutMs: number): Promise<Response> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new DOMException('no answer', 'TimeoutError')), timeoutMs)
  try {
    return await send(new Request(request, { signal: AbortSignal.any([request.signal, limit.signal]) }))
  } finally {
    clearTimeout(timer)
  }
}
