import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound, OutboundInit } from '../../../ports/outbound.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { cleanText, faultOfStatus, retryAfterMs, toCollectorError } from '../ask-provider.ts'

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

/** The JSON of an answer. Rejects with `CollectorError`, or with the reason of the signal. */
export async function askJson(outbound: Outbound, url: URL | string, options: AskOptions): Promise<unknown> {
  try {
    const response = await ask(outbound, url, options)
    const text = await readText(response, maxBytes)
    const body = parseJson(text)
    if (body === undefined) throw new CollectorError('badAnswer')
    return body
  } catch (error) {
    options.signal.throwIfAborted()
    throw toCollectorError(error)
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
    options.signal.throwIfAborted()
    throw toCollectorError(error)
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
  const wait = fault === 'throttled' ? retryAfterMs(response.headers, Date.now()) : undefined
  throw new CollectorError(fault, { providerText: cleanText(said, secrets) || undefined, retryAfterMs: wait })
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

/** Some providers say in plain text what is wrong. */
function isPlainText({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/plain') === true
}

function plainText(text: string): string {
  return text.startsWith('<') ? '' : text
}
