import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound, OutboundInit } from '../../../ports/outbound.ts'
import { retryAfterMs } from '../../../protocols/retry-after.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { systemClock } from '../../clock/system-clock.ts'
import {
  cleanText,
  faultOfStatus,
  MAX_ANSWER_BYTES,
  openAnswer,
  readBody,
  readRefusal,
  toCollectorError,
} from '../ask-provider.ts'
import { parseBounded } from '../parse-bounded.ts'

export interface AskOptions extends Omit<OutboundInit, 'maxRedirects'> {
  readonly signal: AbortSignal
  /** Never seen in what an error says. */
  readonly secrets: readonly string[]
  /** The text of an error in the provider's own form; undefined where the body has none. */
  errorText?(body: unknown): string | undefined
  /** Answers with a meaning of their own, before that of their status. */
  faultOf?(status: number, text: string): CollectionFault | undefined
}

const MAX_LINE_LENGTH = 32 * 1024 * 1024
/** Of all lines of an answer. */
const MAX_LINES_BYTES = 4 * MAX_ANSWER_BYTES

/** The JSON of an answer. Rejects with `CollectorError`, or with the reason of the signal. */
export async function askJson(outbound: Outbound, url: string, options: AskOptions): Promise<unknown> {
  try {
    const response = await ask(outbound, url, options)
    const body = parseJson(await readBody(response))
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
  url: string,
  options: AskOptions,
): AsyncGenerator<string, void, undefined> {
  try {
    const response = await ask(outbound, url, options)
    const decoder = new TextDecoder()
    let parts: string[] = []
    let [length, bytes] = [0, 0]
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (bytes > MAX_LINES_BYTES) throw new CollectorError('tooMuch')
      const lines = decoder.decode(chunk, { stream: true }).split('\n')
      const last = lines.pop()!
      for (const line of lines) {
        yield `${parts.join('')}${line}`.replace(/\r$/, '')
        parts = []
        length = 0
      }
      parts.push(last)
      length += last.length
      if (length > MAX_LINE_LENGTH) throw new CollectorError('tooMuch')
    }
    yield parts.join('') + decoder.decode()
  } catch (error) {
    options.signal.throwIfAborted()
    throw toCollectorError(error)
  }
}

/** A successful answer; the error of any other. */
async function ask(outbound: Outbound, url: string, options: AskOptions): Promise<Response> {
  const { signal, secrets, errorText, faultOf, ...init } = options
  const response = await openAnswer(outbound, url, init, signal)
  if (response.ok) return response
  const target = response.headers.get('location')
  const text = await readRefusal(response)
  if (target !== null && response.status < 400) throw redirected(URL.parse(target, url), secrets)
  const body = parseJson(text)
  const said = errorText?.(body) ?? (body === undefined && !isPlainText(response) ? '' : plainText(text))
  const fault = faultOf?.(response.status, said) ?? faultOfStatus(response.status)
  const wait = fault === 'throttled' ? retryAfterMs(response.headers, systemClock.now()) : undefined
  throw new CollectorError(fault, { providerText: cleanText(said, secrets) || undefined, retryAfterMs: wait })
}

function redirected(target: URL | null, secrets: readonly string[]): CollectorError {
  const text = target ? `It redirects to ${target.origin}${target.pathname}` : 'It redirects'
  return new CollectorError('badAnswer', { providerText: cleanText(text, secrets) })
}

/** Undefined for anything but an object: no provider answers otherwise. */
function parseJson(text: string): object | undefined {
  try {
    const value = parseBounded(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof CollectorError) throw error
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
