import { CollectorError } from '../../ports/collector.ts'
import { type Outbound, OutboundError } from '../../ports/outbound.ts'
import type { CollectionFault } from '../../schema/wire-types.ts'

export interface ProviderRequest {
  readonly url: string
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** As of `OutboundInit`. */
  readonly timeoutMs?: number
}

export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

const maxAnswerBytes = 64 * 2 ** 20
const maxTextLength = 500

/**
 * One request, whatever is answered. Redirects are not followed: another host should not get the keys. Rejects with
 * `CollectorError`, or with the reason of an aborted signal.
 */
export async function askProvider(
  outbound: Outbound,
  { url, ...request }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  signal.throwIfAborted()
  try {
    const response = await outbound.fetch(url, { ...request, signal, maxRedirects: 0 })
    return { status: response.status, headers: response.headers, body: await readBody(response) }
  } catch (error) {
    signal.throwIfAborted()
    throw toCollectorError(error)
  }
}

/** What a provider's refusal means by its status alone. */
export function faultOfStatus(status: number): CollectionFault {
  if (status >= 500) return 'providerFailed'
  return faults[status] ?? 'badAnswer'
}

const faults: Readonly<Record<number, CollectionFault>> = {
  400: 'query',
  401: 'credentials',
  402: 'quota',
  403: 'permission',
  404: 'notFound',
  410: 'notFound',
  408: 'timeout',
  413: 'query',
  414: 'query',
  422: 'query',
  429: 'throttled',
}

/** `Retry-After`: seconds or a date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')
  if (text === null || text.trim() === '') return undefined
  const seconds = Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** A provider's words for the operator: one line without markup and secrets. */
export function cleanText(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***')
  clean = clean
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return clean.length > maxTextLength ? `${clean.slice(0, maxTextLength)}…` : clean
}

/** The value of a JSON answer; rejects `badAnswer`. */
export function parseJson(body: string, secrets: readonly string[]): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new CollectorError('badAnswer', { providerText: cleanText(body, secrets) || 'The answer is empty.' })
  }
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes)
      throw new CollectorError('tooMuch', { providerText: `The answer is larger than ${maxAnswerBytes} bytes.` })
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** What stopped a call before there was an answer. */
export function toCollectorError(error: unknown): CollectorError {
  if (error instanceof CollectorError) return error
  if (error instanceof OutboundError) {
    const fault = error.fault === 'redirects' ? 'badAnswer' : error.fault
    return new CollectorError(fault, { providerText: error.message, cause: error })
  }
  // The connection was made and broke while the answer was read.
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  return new CollectorError(isTimeout ? 'timeout' : 'unreachable', { cause: error })
}
