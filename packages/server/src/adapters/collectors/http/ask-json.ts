import { CollectorError } from '../../../ports/collector.ts'
import { type Outbound, OutboundError, type OutboundInit } from '../../../ports/outbound.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { readRetryAfter } from './retry-after.ts'

export interface AskOptions extends OutboundInit {
  readonly signal: AbortSignal
  /** Never seen in what an error says. */
  readonly secrets: readonly string[]
  /** The text of an error in the provider's own form; undefined where the body has none. */
  errorText?(body: unknown): string | undefined
  /** Answers with a meaning of their own, before that of their status. */
  faultOf?(status: number, text: string): CollectionFault | undefined
}

/** An answer is read up to this size. */
const maxBytes = 128 * 1024 * 1024
const maxErrorBytes = 100_000
const maxLineLength = 32 * 1024 * 1024
const maxTextLength = 500

/** The JSON of an answer. Rejects with `CollectorError`, or with the reason of the signal. */
export async function askJson(outbound: Outbound, url: URL | string, options: AskOptions): Promise<unknown> {
  try {
    const response = await ask(outbound, url, options)
    const text = await readText(response, maxBytes)
    const body = parseJson(text)
    if (body === undefined) throw new CollectorError('badAnswer')
    return body
  } catch (error) {
    throw toCollectorError(error, options.signal)
  }
}

/** The lines of an answer as they come, without their ends. Rejects as `askJson` does. */
export async function* askLines(
  outbound: Outbound,
  url: URL | string,
  options: AskOptions,
): AsyncGenerator<string, void, undefined> {
  try {
    const response = await ask(outbound, url, options)
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()!
      if (rest.length > maxLineLength) throw new CollectorError('tooMuch')
      for (const line of lines) yield line.replace(/\r$/, '')
    }
    yield rest + decoder.decode()
  } catch (error) {
    throw toCollectorError(error, options.signal)
  }
}

/** A successful answer; the error of any other. */
async function ask(outbound: Outbound, url: URL | string, options: AskOptions): Promise<Response> {
  const { signal, secrets, errorText, faultOf, ...init } = options
  signal.throwIfAborted()
  const response = await outbound.fetch(url, { ...init, signal })
  if (response.ok) return response
  const text = await readText(response, maxErrorBytes)
  const body = parseJson(text)
  const said = errorText?.(body) ?? (body === undefined && !isPlainText(response) ? '' : plainText(text))
  const fault = faultOf?.(response.status, said) ?? faultOfStatus(response.status)
  const retryAfterMs = fault === 'throttled' ? readRetryAfter(response.headers) : undefined
  throw new CollectorError(fault, { providerText: withoutSecrets(said, secrets), retryAfterMs })
}

/** What stopped a call. Errors of the transport lose their words: they may hold the address with its secrets. */
export function toCollectorError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof CollectorError) return error
  if (error instanceof OutboundError)
    return new CollectorError(error.fault === 'redirects' ? 'badAnswer' : error.fault, { providerText: undefined })
  return new CollectorError('unreachable')
}

async function readText(response: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most && response.ok) throw new CollectorError('tooMuch')
    if (size > most) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Undefined for anything but an object: no provider answers otherwise. */
function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function faultOfStatus(status: number): CollectionFault {
  if (status === 401) return 'credentials'
  if (status === 403) return 'permission'
  if (status === 404 || status === 410) return 'notFound'
  if (status === 429) return 'throttled'
  if (status === 408) return 'timeout'
  if (status >= 500) return 'providerFailed'
  return status >= 400 ? 'query' : 'badAnswer'
}

/** Some providers say in plain text what is wrong. */
function isPlainText({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/plain') === true
}

function plainText(text: string): string {
  return text.startsWith('<') ? '' : text
}

/** One line, no longer than a person reads, without control characters. */
export function withoutSecrets(text: string, secrets: readonly string[]): string | undefined {
  let clean = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '…')
  return clean.slice(0, maxTextLength) || undefined
}
