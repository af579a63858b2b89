import { CollectorError } from '../../../ports/collector.ts'
import type { MetricMetadata } from '../../../ports/decoded-batch.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { metadataOfFamily } from '../../../protocols/prometheus-series.ts'
import type { CollectionFault, MetricType } from '../../../schema/wire-types.ts'
import { askJson } from '../http/ask-json.ts'
import { credentialHeaders, type HttpCredentials, secretsOf } from '../http/credentials.ts'

export type Metadata = ReadonlyMap<string, MetricMetadata>

export interface PrometheusApi {
  /** `data` of the answer. `time` is epoch milliseconds, now where it is missing. */
  query(expression: string, time: number | undefined, signal: AbortSignal): Promise<unknown>
  /** Both ends are included. */
  queryRange(
    expression: string,
    range: { from: number; to: number; stepMs: number },
    signal: AbortSignal,
  ): Promise<unknown>
  labelValues(label: string, search: string, signal: AbortSignal): Promise<unknown>
  /** Of all metrics, asked for once; empty where the server does not tell. */
  metadata(signal: AbortSignal): Promise<Metadata>
}

export function createPrometheusApi(
  { address, ...credentials }: HttpCredentials & { readonly address: string },
  outbound: Outbound,
): PrometheusApi {
  const base = `${address.replace(/\/+$/, '')}/api/v1/`
  const headers = { ...credentialHeaders(credentials), 'content-type': 'application/x-www-form-urlencoded' }
  let known: Metadata | undefined

  /** By POST, so that long expressions fit. */
  const ask = async (
    path: string,
    form: Record<string, string>,
    signal: AbortSignal,
    method = 'POST',
  ): Promise<unknown> => {
    const parameters = new URLSearchParams(form).toString()
    const url = method === 'POST' ? base + path : `${base}${path}?${parameters}`
    const secrets = secretsOf(credentials)
    const body = method === 'POST' ? { body: parameters } : {}
    const answer = await askJson(outbound, url, { method, headers, ...body, signal, secrets, errorText, faultOf })
    const { status, data } = answer as { status?: unknown; data?: unknown }
    if (status !== 'success' || data === undefined)
      throw new CollectorError('badAnswer', { providerText: errorText(answer) })
    return data
  }
  return {
    query: (query, time, signal) => ask('query', { query, ...(time !== undefined && { time: seconds(time) }) }, signal),
    queryRange: (query, { from, to, stepMs }, signal) =>
      ask('query_range', { query, start: seconds(from), end: seconds(to), step: seconds(stepMs) }, signal),
    labelValues: (label, search, signal) =>
      ask(
        `label/${label}/values`,
        search === '' ? {} : { 'match[]': `{${label}=~${JSON.stringify(`(?i).*${escapePattern(search)}.*`)}}` },
        signal,
        'GET',
      ),
    async metadata(signal) {
      known ??= await ask('metadata', {}, signal, 'GET').then(readMetadata, (error: unknown) => {
        if (error instanceof CollectorError) return new Map()
        throw error
      })
      return known
    },
  }
}

const TYPES: readonly string[] = ['gauge', 'counter', 'histogram', 'summary', 'stateset']

/** Types and units by the name of the metric. */
function readMetadata(data: unknown): Map<string, MetricMetadata> {
  const found = new Map<string, MetricMetadata>()
  for (const [family, entries] of Object.entries((data ?? {}) as Record<string, unknown>)) {
    const { type, unit } = (Array.isArray(entries) ? (entries[0] ?? {}) : {}) as { type?: unknown; unit?: unknown }
    const read = { metric: family, type: typeOf(type), unit: typeof unit === 'string' && unit !== '' ? unit : null }
    for (const one of metadataOfFamily(read)) found.set(one.metric, one)
  }
  return found
}

function typeOf(type: unknown): MetricType | null {
  return typeof type === 'string' && TYPES.includes(type) ? (type as MetricType) : null
}

function seconds(ms: number): string {
  return String(ms / 1000)
}

/** For a regular expression of RE2. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function errorText(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : undefined
}

/** 422: an expression that cannot be executed, for instance as it would load too many samples. */
function faultOf(status: number, text: string): CollectionFault | undefined {
  if (status === 422) return /too many samples/i.test(text) ? 'tooMuch' : 'query'
  return undefined
}
