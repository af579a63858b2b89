import { CollectorError } from '../../ports/collector.ts'
import { type Outbound, OutboundError, type OutboundInit } from '../../ports/outbound.ts'
import type { CollectionFault } from '../../schema/wire-types.ts'
import { parseBounded } from './parse-bounded.ts'

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

/** No answer is read beyond this. */
export const MAX_ANSWER_BYTES: number = 64 * 2 ** 20
const MAX_REFUSAL_BYTES = 100_000
const MAX_TEXT_LENGTH = 500

/** An answer that is read as it comes. Redirects are not followed: another host should not get the keys, and a POST would become a GET. */
export async function openAnswer(
  outbound: Outbound,
  url: string,
  init: Omit<OutboundInit, 'maxRedirects' | 'signal'>,
  signal: AbortSignal,
): Promise<Response> {
  signal.throwIfAborted()
  return outbound.fetch(url, { ...init, signal, maxRedirects: 0 })
}

/** One request, whatever is answered. Rejects with `CollectorError`, or with the reason of an aborted signal. */
export async function askProvider(
  outbound: Outbound,
  { url, ...request }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  try {
    const response = await openAnswer(outbound, url, request, signal)
    return { status: response.status, headers: response.headers, body: await readBody(response) }
  } catch (error) {
    signal.throwIfAborted()
    throw toCollectorError(error)
  }
}

/** What a provider's refusal means by its status alone. */
export function faultOfStatus(status: number): CollectionFault {
  if (status >= 500) return 'providerFailed'
  return FAULTS[status] ?? 'badAnswer'
}

const FAULTS: Readonly<Record<number, CollectionFault>> = {
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

/** A provider's words for the operator: one line without markup and secrets. */
export function cleanText(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***')
  clean = clean
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return clean.length > MAX_TEXT_LENGTH ? `${clean.slice(0, MAX_TEXT_LENGTH)}…` : clean
}

/** The value of a JSON answer; throws `CollectorError`. */
export function parseJson(body: string, secrets: readonly string[]): unknown {
  try {
    return parseBounded(body)
  } catch (error) {
    if (error instanceof CollectorError) throw error
    throw new CollectorError('badAnswer', { providerText: cleanText(body, secrets) || 'The answer is empty.' })
  }
}

/** All of it. */
export async function readBody(response: Response): Promise<string> {
  return (await readUpTo(response, MAX_ANSWER_BYTES)) ?? refuseSize()
}

/** Of a refusal its words, or nothing where they have no end. */
export async function readRefusal(response: Response): Promise<string> {
  return (await readUpTo(response, MAX_REFUSAL_BYTES)) ?? ''
}

/** Undefined where there is more. */
async function readUpTo(response: Response, max: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > max) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function refuseSize(): never {
  throw new CollectorError('tooMuch', { providerText: `The answer is larger than ${MAX_ANSWER_BYTES} bytes.` })
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
