import type { ChannelOutcome } from '../../ports/alert-channel.ts'
import { type Outbound, OutboundError } from '../../ports/outbound.ts'
import type { Answered } from '../../schema/delivery-failure.ts'
import { systemClock } from '../clock/system-clock.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 4096
const MAX_QUOTED = 200
const MAX_RETRY_AFTER_MS = 6 * 3_600_000
/** The same request would be refused again. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([400, 405, 413, 414, 415, 422])
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410])

export interface JsonRequest {
  readonly url: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export interface JsonAnswer {
  readonly status: number
  readonly isHtml: boolean
  /** Its beginning. */
  readonly text: string
  readonly retryAfterMs: number | undefined
}

/** What the service answered, or the outcome where it did not. Redirects are not followed: they may turn the request into a GET. */
export async function postJson(outbound: Outbound, request: JsonRequest): Promise<JsonAnswer | ChannelOutcome> {
  const { url, body, signal } = request
  try {
    const response = await outbound.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...request.headers },
      body,
      signal,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    })
    const text = await beginningOf(response)
    return {
      status: response.status,
      // Slack says "ok" as text/html
      isHtml: /\bhtml\b/i.test(response.headers.get('Content-Type') ?? '') && /^\s*</.test(text),
      text,
      retryAfterMs: toRetryAfterMs(response.headers.get('Retry-After')),
    }
  } catch (error) {
    if (error instanceof OutboundError)
      return { kind: 'retry', failure: { code: 'unreachable', sentence: error.sentence } }
    throw error
  }
}

/** The outcome where the answer is not a success; undefined where it is. */
export function failureOf(answer: JsonAnswer): ChannelOutcome | undefined {
  const { status, retryAfterMs } = answer
  if (status >= 200 && status < 300) return undefined
  const failure = { code: 'answered', status, answer: answeredOf(answer) } as const
  if (GONE_STATUSES.has(status)) return { kind: 'gone', failure }
  if (REFUSED_STATUSES.has(status)) return { kind: 'refused', failure }
  if (status >= 300 && status < 400) return { kind: 'retry', failure: { code: 'redirects', status } }
  return { kind: 'retry', failure, retryAfterMs }
}

/** On one line. */
export function answeredOf({ isHtml, text }: JsonAnswer): Answered {
  return { text: isHtml ? '' : text.replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTED), isWebPage: isHtml }
}

async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  if (response.body)
    for await (const chunk of response.body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  // NUL cannot be stored in a text of PostgreSQL
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8').replaceAll('\0', '')
}

/** Seconds, or a date. */
function toRetryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - systemClock.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : undefined
}
