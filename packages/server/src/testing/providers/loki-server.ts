import type { WireAnswer } from '../../ports/collector.contract.ts'
import { parseSelector } from '../../protocols/prometheus-selector.ts'
import { knownLinesAt } from './known-lines.ts'
import { json, startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

export interface LokiServerOptions {
  readonly port?: number
  /** Milliseconds between the lines of a stream. */
  readonly stepMs?: number
  readonly token?: string
  /** May sign in and read nothing. */
  readonly limitedToken?: string
  readonly tenant?: string
}

export interface LokiServer extends WireServer {
  stepMs: number
  token: string | undefined
  /** `max_entries_limit_per_query`. */
  maxEntries: number
  /** Nothing is there from this time on, in epoch milliseconds. */
  endsAt: number
  /** Services beside those with lines. */
  silentServices: number
  /** Answers every range as if it were this one; or with streams that have no lines. */
  stuck: 'first' | 'empty' | undefined
}

/** Below the millisecond of each line: two streams share every time. */
export const LOKI_NANOS = 250

type Labels = Readonly<Record<string, string>>
type Value = [string, string]

const PATHS = /^\/loki\/api\/v1\/(query_range|labels|index\/stats|label\/(\w+)\/values)$/
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  query_range: ['query', 'start', 'end', 'limit', 'direction'],
  'index/stats': ['query', 'start', 'end'],
}

/**
 * Answers as a Loki of which every line is known. Selectors and `|=` alone are understood; an error is answered to anything else.
 * https://grafana.com/docs/loki/latest/reference/loki-http-api/
 */
export async function startLokiServer(options: LokiServerOptions = {}): Promise<LokiServer> {
  const state = {
    stepMs: options.stepMs ?? 15_000,
    token: options.token,
    maxEntries: 5000,
    endsAt: Number.POSITIVE_INFINITY,
    silentServices: 0,
    stuck: undefined as LokiServer['stuck'],
  }
  let firstRange: [number, number] | undefined

  const answer = ({ method, url, headers }: WireRequest): WireAnswer => {
    const given = headers.authorization?.replace('Bearer ', '')
    if (options.limitedToken !== undefined && given === options.limitedToken) return plain(403, 'not allowed')
    if (state.token !== undefined && given !== state.token) return plain(401, 'who are you?')
    if (options.tenant !== undefined && headers['x-scope-orgid'] !== options.tenant) return plain(401, 'no org id')
    const [, path, label] = PATHS.exec(url.pathname) ?? []
    if (path === undefined || method !== 'GET') return plain(404, '404 page not found')
    const unknown = [...url.searchParams.keys()].find((name) => !KNOWN[path]?.includes(name))
    if (unknown !== undefined) return plain(400, `unknown parameter ${unknown}`)
    if (path === 'labels') return success(['host', 'level', 'service_name'])
    if (label !== undefined) return success(label === 'service_name' ? listServices() : ['web1', 'web2'])
    try {
      return path === 'query_range' ? queryRange(url.searchParams) : stats(url.searchParams)
    } catch (error) {
      return plain(400, `parse error : ${String(error)}`)
    }
  }
  const listServices = (): string[] => [
    'checkout',
    'cart',
    ...Array.from({ length: state.silentServices }, (_, at) => `service-${at}`),
  ]
  const streams = (query: string, from: number, to: number): { stream: Labels; values: Value[] }[] => {
    const matches = readQuery(query)
    const found = new Map<string, { stream: Labels; values: Value[] }>()
    const first = Math.ceil(from / state.stepMs) * state.stepMs
    for (let time = first; time < Math.min(to, state.endsAt); time += state.stepMs)
      for (const { service, instance, level, text } of knownLinesAt(time)) {
        const stream = { service_name: service, host: instance, level }
        if (!matches(stream, text)) continue
        const key = JSON.stringify(stream)
        const one = found.get(key) ?? { stream, values: [] as Value[] }
        one.values.push([`${time}${String(LOKI_NANOS).padStart(6, '0')}`, text])
        found.set(key, one)
      }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stream]) => stream)
  }
  const queryRange = (form: URLSearchParams): WireAnswer => {
    const limit = Number(form.get('limit') ?? 100)
    if (limit > state.maxEntries)
      return plain(
        400,
        `max entries limit per query exceeded, limit > max_entries_limit_per_query (${limit} > ${state.maxEntries})`,
      )
    if (/\b(rate|count_over_time)\(/.test(form.get('query') ?? ''))
      return success({ resultType: 'matrix', result: [], stats: {} })
    if (state.stuck === 'first') firstRange ??= [millisOf(form.get('start')), millisOf(form.get('end'))]
    const [from, to] = firstRange ?? [millisOf(form.get('start')), millisOf(form.get('end'))]
    if (state.stuck === 'empty')
      return success({ resultType: 'streams', result: [{ stream: { host: 'web1' }, values: [] }], stats: {} })
    const all = streams(form.get('query') ?? '', from, to)
    const isForward = form.get('direction') === 'forward'
    const entries = all.flatMap(({ values }) => values).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    const kept = new Set(isForward ? entries.slice(0, limit) : entries.slice(-limit))
    const result = all
      .map(({ stream, values }) => {
        const within = values.filter((value) => kept.has(value))
        return { stream, values: isForward ? within : within.reverse() }
      })
      .filter(({ values }) => values.length > 0)
    return success({ resultType: 'streams', result, stats: {} })
  }
  const stats = (form: URLSearchParams): WireAnswer => {
    const query = form.get('query') ?? ''
    if (query.includes('|')) return plain(400, 'only label matchers are supported')
    const found = streams(query, millisOf(form.get('start')), millisOf(form.get('end')))
    const entries = found.reduce((sum, { values }) => sum + values.length, 0)
    return json(200, { streams: found.length, chunks: found.length, bytes: entries * 30, entries })
  }
  const server = await startWireServer(answer, options.port)
  return Object.defineProperties(state, Object.getOwnPropertyDescriptors(server)) as typeof state & WireServer
}

function readQuery(query: string): (labels: Labels, text: string) => boolean {
  const [, selector = '', filter] = /^(\{.*?\})(?: \|= ("(?:[^"\\]|\\.)*"))?$/.exec(query.trim()) ?? []
  const { matchers } = parseSelector(selector)
  const text = filter === undefined ? '' : (JSON.parse(filter) as string)
  const tests = matchers.map(({ name, operator, value }) => {
    const pattern = new RegExp(`^(?:${value})$`)
    if (operator === '=') return (labels: Labels) => (labels[name] ?? '') === value
    if (operator === '=~') return (labels: Labels) => pattern.test(labels[name] ?? '')
    throw new Error(`operator ${operator}`)
  })
  return (labels, line) => line.includes(text) && tests.every((test) => test(labels))
}

/** The first millisecond that has a line at or after this time in nanoseconds. */
function millisOf(nanos: string | null): number {
  const at = BigInt(nanos ?? '0')
  const millis = Number(at / 1_000_000n)
  return Number(at % 1_000_000n) > LOKI_NANOS ? millis + 1 : millis
}

function success(data: unknown): WireAnswer {
  return json(200, { status: 'success', data })
}

function plain(status: number, text: string): WireAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text }
}
