import type { WireAnswer } from '../../ports/collector.contract.ts'
import { parseSelector } from '../../protocols/prometheus-selector.ts'
import { type Labels, NAME_LABEL } from '../../protocols/prometheus-series.ts'
import { json, startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

export interface PrometheusServerOptions {
  readonly port?: number
  /** Names of metrics and how many instances have each. */
  readonly metrics?: readonly string[]
  readonly instances?: number
  /** Milliseconds between two samples of a series. */
  readonly stepMs?: number
  readonly token?: string
  /** May sign in and read nothing. */
  readonly limitedToken?: string
}

export interface PrometheusServer extends WireServer {
  stepMs: number
  metrics: readonly string[]
  token: string | undefined
  /** Series `metric` and `instance`, and the time of the sample, of which the value is sent as no number. */
  spoilt: { readonly metric: string; readonly instance: string; readonly time: number } | undefined
  /** Nothing is there from this time on, in epoch milliseconds. */
  endsAt: number
}

/**
 * Answers as a Prometheus that scrapes metrics of which every value is known: the subset of PromQL that is used here, and an error for anything else.
 * https://prometheus.io/docs/prometheus/latest/querying/api/
 */
export async function startPrometheusServer(options: PrometheusServerOptions = {}): Promise<PrometheusServer> {
  const { metrics = ['cpu_usage', 'requests_total'], instances = 2, stepMs = 15_000, token, limitedToken } = options
  const state = {
    metrics,
    stepMs,
    token,
    spoilt: undefined as PrometheusServer['spoilt'],
    endsAt: Number.POSITIVE_INFINITY,
  }
  const answer = ({ method, url, headers, body }: WireRequest): WireAnswer => {
    const given = headers.authorization?.replace('Bearer ', '')
    if (limitedToken !== undefined && given === limitedToken) return failure(403, 'forbidden', 'not allowed')
    if (state.token !== undefined && given !== state.token) return failure(401, 'unauthorized', 'who are you?')
    const form = new URLSearchParams(method === 'POST' ? body : url.search)
    switch (url.pathname) {
      case '/api/v1/query':
        return query(form)
      case '/api/v1/query_range':
        return queryRange(form)
      case '/api/v1/label/__name__/values':
        return success(listNames(form.get('match[]')))
      case '/api/v1/metadata':
        return success({
          requests_total: [{ type: 'counter', help: '', unit: '' }],
          cpu_usage: [{ type: 'gauge', help: '', unit: 'percent' }],
        })
      default:
        return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
    }
  }
  const listNames = (matcher: string | null): string[] => {
    const pattern = matcher && /=~"\(\?i\)(.*)"\}$/.exec(matcher)?.[1]
    if (!pattern) return [...state.metrics]
    const search = new RegExp(`^${JSON.parse(`"${pattern}"`)}$`, 'i')
    return state.metrics.filter((name) => search.test(name))
  }
  const matching = (selector: string): Labels[] => {
    const { matchers } = parseSelector(selector)
    const all = state.metrics.flatMap((metric) =>
      Array.from(
        { length: instances },
        (_, at): Labels => ({ [NAME_LABEL]: metric, instance: `host${at}:9100`, job: 'node' }),
      ),
    )
    const tests = matchers.map(({ name, operator, value }) => {
      if (operator === '=') return (labels: Labels) => (labels[name] ?? '') === value
      const pattern = new RegExp(`^(?:${value})$`)
      if (operator === '=~') return (labels: Labels) => pattern.test(labels[name] ?? '')
      throw new Error(`operator ${operator}`)
    })
    return all.filter((labels) => tests.every((test) => test(labels)))
  }
  const sampleAt = (labels: Labels, time: number): [number, string] => {
    const { spoilt } = state
    const isSpoilt =
      spoilt?.time === time && spoilt.metric === labels[NAME_LABEL] && spoilt.instance === labels.instance
    return [time / 1000, isSpoilt ? 'lots' : String(prometheusValue(labels[NAME_LABEL]!, labels.instance!, time))]
  }
  const newest = (time: number): number | undefined => {
    const at = Math.floor(Math.min(time, state.endsAt - 1) / state.stepMs) * state.stepMs
    return time - at < 300_000 ? at : undefined
  }
  const vector = (expression: string, time: number): { metric: Labels; value: [number, string] }[] => {
    const counted = /^count(?: by \(__name__\))? ?\((.*)\)$/.exec(expression)
    if (counted && expression.includes('by')) {
      const counts = new Map<string, number>()
      for (const { [NAME_LABEL]: name = '' } of matching(counted[1]!.trim()))
        counts.set(name, (counts.get(name) ?? 0) + 1)
      return [...counts].map(([name, count]) => ({
        metric: { [NAME_LABEL]: name },
        value: [time / 1000, String(count)],
      }))
    }
    const at = newest(time)
    if (counted) {
      const count = vector(counted[1]!, time).length
      return count === 0 ? [] : [{ metric: {}, value: [time / 1000, String(count)] }]
    }
    const summed = /^sum\((.*)\)$/.exec(expression)
    if (at === undefined) return []
    if (!summed) return matching(expression).map((metric) => ({ metric, value: sampleAt(metric, at) }))
    const sum = matching(summed[1]!).reduce(
      (total, labels) => total + prometheusValue(labels[NAME_LABEL]!, labels.instance!, at),
      0,
    )
    return [{ metric: {}, value: [time / 1000, String(sum)] }]
  }
  const matrix = (selector: string, rangeMs: number, time: number) => {
    const first = Math.floor((time - rangeMs) / state.stepMs + 1) * state.stepMs
    return matching(selector)
      .map((metric) => {
        const values: [number, string][] = []
        for (let at = first; at <= time && at < state.endsAt; at += state.stepMs) values.push(sampleAt(metric, at))
        return { metric, values }
      })
      .filter(({ values }) => values.length > 0)
  }
  const query = (form: URLSearchParams): WireAnswer => {
    const expression = form.get('query') ?? ''
    const time = form.has('time') ? Number(form.get('time')) * 1000 : Date.now()
    try {
      const range = /^(.*)\[(\d+)ms\]$/.exec(expression)
      if (range) return success({ resultType: 'matrix', result: matrix(range[1]!, Number(range[2]), time) })
      return success({
        resultType: 'vector',
        result: vector(expression, time).map(({ metric, value }) => ({ metric, value: [time / 1000, value[1]] })),
      })
    } catch (error) {
      return failure(400, 'bad_data', `invalid parameter "query": ${String(error)}`)
    }
  }
  const queryRange = (form: URLSearchParams): WireAnswer => {
    const [from, to, step] = ['start', 'end', 'step'].map((name) => Number(form.get(name)) * 1000) as [
      number,
      number,
      number,
    ]
    const found = new Map<string, { metric: Labels; values: [number, string][] }>()
    for (let time = from; time <= to; time += step)
      for (const { metric, value } of vector(form.get('query') ?? '', time)) {
        const key = JSON.stringify(metric)
        const one = found.get(key) ?? { metric, values: [] }
        one.values.push([time / 1000, value[1]])
        found.set(key, one)
      }
    return success({ resultType: 'matrix', result: [...found.values()] })
  }
  const server = await startWireServer(answer, options.port)
  return Object.defineProperties(state, Object.getOwnPropertyDescriptors(server)) as typeof state & WireServer
}

/** Every value can be computed again. */
export function prometheusValue(metric: string, instance: string, time: number): number {
  const minutes = Math.floor(time / 1000) / 60
  if (metric.endsWith('_total')) return Math.floor(minutes * 60)
  const offset = [...`${metric}${instance}`].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 17
  return (
    Math.round(
      1000 * (50 + offset + 10 * Math.sin((2 * Math.PI * minutes) / 1440) + ((minutes * 7919 + offset) % 11) / 11),
    ) / 1000
  )
}

function success(data: unknown): WireAnswer {
  return json(200, { status: 'success', data })
}

function failure(status: number, errorType: string, error: string): WireAnswer {
  return json(status, { status: 'error', errorType, error })
}
