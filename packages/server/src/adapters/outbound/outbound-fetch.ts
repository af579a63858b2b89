import { type Dispatcher, fetch } from 'undici'
import { OutboundError, type OutboundInit } from '../../ports/outbound.ts'
import { systemClock } from '../clock/system-clock.ts'
import { toOutboundError } from './to-outbound-error.ts'

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_REDIRECTS = 5
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** All other headers may be credentials, and are not sent to the host that a redirect leads to. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

export interface OutboundFetchOptions {
  readonly dispatcher: Dispatcher
  /** Throws where the host may not be connected to. */
  requireHost(host: string): void
}

interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: OutboundInit['body'] | undefined
}

export async function outboundFetch(
  options: OutboundFetchOptions,
  url: string | URL,
  init: OutboundInit = {},
): Promise<Response> {
  let hop = firstHop(url, init)
  for (let left = init.maxRedirects ?? DEFAULT_REDIRECTS; ; left--) {
    const response = await request(options, hop, init)
    const location = REDIRECT_STATUSES.has(response.status) ? response.headers.get('location') : null
    if (location === null || init.maxRedirects === 0) return readable(response, hop.url.host, init)
    await response.body?.cancel()
    if (left === 0)
      throw new OutboundError('redirects', {
        en: `${hop.url.host} redirects too often. Use the address that it leads to.`,
        'zh-CN': `${hop.url.host} 重定向次数过多，请改用最终地址。`,
      })
    hop = nextHop(hop, location, response.status)
  }
}

function firstHop(given: string | URL, init: OutboundInit): Hop {
  const url = parse(given)
  const headers: Record<string, string> = { 'user-agent': 'Omen' }
  if (url.username !== '' || url.password !== '')
    headers.authorization = `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`
  for (const [name, value] of Object.entries(init.headers ?? {})) headers[name.toLowerCase()] = value
  return { url: withoutCredentials(url), method: init.method ?? 'GET', headers, body: init.body }
}

function nextHop(hop: Hop, location: string, status: number): Hop {
  const url = withoutCredentials(parse(location, hop.url))
  if (hop.url.protocol === 'https:' && url.protocol === 'http:')
    throw new OutboundError('redirects', {
      en: `${hop.url.host} redirects from https to http, which is not followed. Use its https address.`,
      'zh-CN': `${hop.url.host} 从 https 重定向到 http，Omen 不予跟随。请使用其 https 地址。`,
    })
  const isGet = status === 303 || (status < 303 && hop.method === 'POST')
  const kept = Object.entries(hop.headers).filter(
    ([name]) => (url.origin === hop.url.origin || HARMLESS_HEADERS.has(name)) && !(isGet && name === 'content-type'),
  )
  const headers = Object.fromEntries(kept)
  return isGet ? { url, method: 'GET', headers, body: undefined } : { ...hop, url, headers }
}

function parse(given: string | URL, base?: URL): URL {
  const url = URL.canParse(String(given), base?.href) ? new URL(given, base) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  if (base)
    throw new OutboundError('redirects', {
      en: `${base.host} redirects to what is not a web address.`,
      'zh-CN': `${base.host} 重定向到的不是网址。`,
    })
  throw new OutboundError('unreachable', {
    en: 'The address must begin with https:// or http://.',
    'zh-CN': '地址必须以 https:// 或 http:// 开头。',
  })
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare
}

async function request(options: OutboundFetchOptions, hop: Hop, init: OutboundInit): Promise<Response> {
  init.signal?.throwIfAborted()
  options.requireHost(hop.url.hostname)
  const timeoutMs = init.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const waiting = new AbortController()
  const late = new OutboundError('timeout', {
    en: `${hop.url.host} did not answer within ${timeoutMs / 1000} s.`,
    'zh-CN': `${hop.url.host} 在 ${timeoutMs / 1000} 秒内未响应。`,
  })
  const stopTimer = systemClock.after(timeoutMs, () => waiting.abort(late))
  try {
    const response = await fetch(hop.url, {
      method: hop.method,
      headers: hop.headers,
      body: hop.body ?? null,
      redirect: 'manual',
      signal: AbortSignal.any([waiting.signal, ...(init.signal ? [init.signal] : [])]),
      dispatcher: options.dispatcher.compose(
        (dispatch) => (request, handler) =>
          dispatch({ ...request, headersTimeout: 0, bodyTimeout: timeoutMs }, handler),
      ),
    })
    return response as unknown as Response
  } catch (error) {
    throw faultOf(error, hop.url.host, init)
  } finally {
    stopTimer()
  }
}

/** The answer with a body that fails with `OutboundError`, too. */
function readable(response: Response, host: string, init: OutboundInit): Response {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(faultOf(error, host, init))
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
}

/** The reason of the caller's own signal, else what went wrong outside. */
function faultOf(error: unknown, host: string, init: OutboundInit): unknown {
  return init.signal?.aborted ? init.signal.reason : toOutboundError(host, error)
}
