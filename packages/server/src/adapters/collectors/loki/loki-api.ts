import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { askJson } from '../http/ask-json.ts'
import { credentialHeaders, type HttpCredentials, secretsOf } from '../http/credentials.ts'

/** From the first up to, not including, the second; epoch nanoseconds. */
export type NanoSpan = readonly [from: bigint, to: bigint]

export interface LokiQuery {
  readonly query: string
  readonly span: NanoSpan
  readonly limit: number
  readonly direction: 'forward' | 'backward'
}

export interface LokiApi {
  /** `data` of the answer. */
  queryRange(query: LokiQuery, signal: AbortSignal): Promise<unknown>
  labels(signal: AbortSignal): Promise<readonly string[]>
  labelValues(label: string, signal: AbortSignal): Promise<readonly string[]>
  /** Of a selector without a pipeline; undefined where the server does not tell. */
  stats(selector: string, span: NanoSpan, signal: AbortSignal): Promise<LokiStats | undefined>
}

export interface LokiStats {
  readonly streams: number
  readonly entries: number
}

/** https://grafana.com/docs/loki/latest/reference/loki-http-api/ */
export function createLokiApi(
  { address, ...credentials }: HttpCredentials & { readonly address: string },
  outbound: Outbound,
): LokiApi {
  const base = `${address.replace(/\/+$/, '')}/loki/api/v1/`
  const headers = credentialHeaders(credentials)
  const secrets = secretsOf(credentials)

  const ask = (path: string, parameters: Record<string, string>, signal: AbortSignal): Promise<unknown> =>
    askJson(outbound, `${base}${path}?${new URLSearchParams(parameters)}`, { headers, signal, secrets, errorText })
  const askForData = async (path: string, parameters: Record<string, string>, signal: AbortSignal) => {
    const { status, data } = (await ask(path, parameters, signal)) as { status?: unknown; data?: unknown }
    if (status !== 'success') throw new CollectorError('badAnswer')
    return data
  }
  /** Loki leaves `data` out where there is none. */
  const askForTexts = async (path: string, signal: AbortSignal): Promise<readonly string[]> => {
    const data = (await askForData(path, {}, signal)) ?? []
    if (!Array.isArray(data) || !data.every((text) => typeof text === 'string')) throw new CollectorError('badAnswer')
    return data
  }
  return {
    queryRange: ({ query, span: [from, to], limit, direction }, signal) =>
      askForData(
        'query_range',
        { query, start: String(from), end: String(to), limit: String(limit), direction },
        signal,
      ),
    labels: (signal) => askForTexts('labels', signal),
    labelValues: (label, signal) => askForTexts(`label/${encodeURIComponent(label)}/values`, signal),
    async stats(query, [from, to], signal) {
      try {
        const answer = await ask('index/stats', { query, start: String(from), end: String(to) }, signal)
        const { streams, entries } = answer as Partial<Record<string, unknown>>
        return typeof streams === 'number' && typeof entries === 'number' ? { streams, entries } : undefined
      } catch (error) {
        // Since Loki 2.8, and not for every store
        if (error instanceof CollectorError && ['notFound', 'query', 'providerFailed'].includes(error.fault))
          return undefined
        throw error
      }
    },
  }
}

function errorText(body: unknown): string | undefined {
  const { message, error } = (body ?? {}) as { message?: unknown; error?: unknown }
  return [message, error].find((text): text is string => typeof text === 'string')
}
