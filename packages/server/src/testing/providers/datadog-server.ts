import type { WireAnswer } from '../../ports/collector.contract.ts'
import { seededValue } from './seeded-value.ts'
import { json, startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

export interface DatadogKeys {
  readonly apikey: string
  readonly appkey: string
  /** Of the application key, as Datadog names them. */
  readonly permissions: readonly string[]
}

export interface DatadogMetric {
  readonly unit: readonly [string, string?] | null
}

export interface DatadogLogEvent {
  readonly time: number
  readonly host: string
  readonly service: string
  readonly status: string
  readonly message: string
}

/** What a Datadog that has gone wrong does. */
export type DatadogTrouble = 'emptyPages' | 'repeatedCursor' | 'textValue' | 'searchTimeout'

export interface DatadogServer extends WireServer {
  /** What it measures; each of its hosts has all metrics. */
  metrics: Map<string, DatadogMetric>
  hosts: string[]
  /** Of log events at most, whatever is asked for. */
  pageSize: number
  /** A log event each so many milliseconds; 0 for none. */
  logEveryMs: number
  trouble: DatadogTrouble | undefined
  setKeys(keys: DatadogKeys): void
  /** What `avg:metric{*} by {host}` is at the start of an interval. */
  valueAt(metric: string, host: string, time: number): number
  /** From `from` up to `to`. */
  logEvents(from: number, to: number): DatadogLogEvent[]
}

const DEFAULT_KEYS: DatadogKeys = {
  apikey: '0123456789abcdef0123456789abcdef',
  appkey: '0123456789abcdef0123456789abcdef01234567',
  permissions: ['timeseries_query', 'metrics_read', 'hosts_read', 'logs_read_data'],
}

/**
 * Speaks https://docs.datadoghq.com/api/latest/ as far as metrics and logs are read: metrics (version 1 of "Query timeseries
 * points", "Get active metrics list"), hosts, logs (version 2 of "Search logs"), key management ("Validate API and application
 * keys"). Whatever else it is asked it refuses.
 */
export async function startDatadogServer({ port = 0 }: { port?: number } = {}): Promise<DatadogServer> {
  let keys = DEFAULT_KEYS
  const endpoints: Record<string, (request: WireRequest) => WireAnswer> = {
    'GET /api/v1/query': (request) => permit('timeseries_query', ['from', 'to', 'query'], request, queryMetrics),
    'GET /api/v1/metrics': (request) => permit('metrics_read', ['from', 'host', 'tag_filter'], request, listMetrics),
    'GET /api/v1/hosts': (request) => permit('hosts_read', ['filter', 'start', 'count'], request, listHosts),
    'POST /api/v2/logs/events/search': (request) => permit('logs_read_data', [], request, searchLogs),
    'GET /api/v2/validate_keys': (request) => permit(undefined, [], request, () => json(200, { status: 'ok' })),
  }

  function permit(
    permission: string | undefined,
    parameters: readonly string[],
    request: WireRequest,
    answer: (request: WireRequest) => WireAnswer,
  ): WireAnswer {
    const { 'dd-api-key': apikey, 'dd-application-key': appkey } = request.headers
    if (apikey !== keys.apikey || appkey !== keys.appkey) return errors(403, 'Forbidden')
    if (permission !== undefined && !keys.permissions.includes(permission))
      return errors(403, 'Forbidden', 'Failed permission authorization checks')
    const unknown = [...request.url.searchParams.keys()].find((name) => !parameters.includes(name))
    if (unknown !== undefined) return errors(400, `The parameter '${unknown}' is unknown`)
    return answer(request)
  }

  function queryMetrics({ url }: WireRequest): WireAnswer {
    const [from, to, query] = ['from', 'to', 'query'].map((name) => url.searchParams.get(name) ?? '')
    if (!/^\d+$/.test(from!) || !/^\d+$/.test(to!)) return errors(400, 'from and to must be epoch seconds')
    const series: unknown[] = []
    for (const [index, part] of splitQueries(query!).entries()) {
      const match = QUERY_FORM.exec(part)
      if (match === null)
        return errors(400, `Error parsing query: unable to parse ${part}: Rule 'scope_expr' didn't match`)
      const [, aggregator, metric, scope, group, interval] = match
      const known = server.metrics.get(metric!)
      if (known === undefined) continue
      const places = server.hosts.filter((host) => scope === '*' || scope!.split(' OR ').includes(`host:${host}`))
      for (const host of group === undefined ? places.slice(0, 1) : places)
        series.push(
          chart(
            { index, aggregator: aggregator!, metric: metric!, known, host, scope: scope!, group },
            from!,
            to!,
            interval!,
          ),
        )
    }
    const span = { from_date: Number(from) * 1000, to_date: Number(to) * 1000 }
    return json(200, {
      status: 'ok',
      res_type: 'time_series',
      resp_version: 1,
      query,
      ...span,
      series,
      message: '',
      group_by: ['host'],
    })
  }

  function chart(
    { index, aggregator, metric, known, host, scope, group }: ChartOf,
    from: string,
    to: string,
    interval: string,
  ): unknown {
    const stepMs = Number(interval) * 1000
    const pointlist: [number, number | string | null][] = []
    // The interval that begins at `to` is answered as well.
    for (let time = Math.ceil((Number(from) * 1000) / stepMs) * stepMs; time <= Number(to) * 1000; time += stepMs)
      pointlist.push([time, server.valueAt(metric, host, time)])
    if (server.trouble === 'textValue' && host === server.hosts[0] && pointlist[1]) pointlist[1][1] = 'NaN'
    const tag_set = group === undefined ? [] : [`${group}:${host}`]
    return {
      unit: known.unit && [unitOf(known.unit[0]), unitOf(known.unit[1])],
      query_index: index,
      aggr: aggregator,
      metric,
      tag_set,
      expression: `${aggregator}:${metric}{${tag_set[0] ?? scope}}`,
      scope: tag_set[0] ?? scope,
      interval: Number(interval),
      length: pointlist.length,
      start: pointlist[0]?.[0],
      end: (pointlist.at(-1)?.[0] ?? 0) + stepMs - 1,
      pointlist,
      display_name: metric,
      attributes: {},
    }
  }

  function listMetrics({ url }: WireRequest): WireAnswer {
    return json(200, { from: url.searchParams.get('from'), metrics: [...server.metrics.keys()] })
  }

  function listHosts({ url }: WireRequest): WireAnswer {
    const found = server.hosts.filter((host) => host.includes(url.searchParams.get('filter') ?? ''))
    const start = Number(url.searchParams.get('start') ?? 0)
    const listed = found.slice(start, start + Number(url.searchParams.get('count') ?? 100))
    const host_list = listed.map((name, id) => ({ id, name, host_name: name, up: true, apps: ['agent'] }))
    return json(200, { host_list, total_matching: found.length, total_returned: listed.length })
  }

  function searchLogs({ body }: WireRequest): WireAnswer {
    const { filter, page, sort, ...others } = JSON.parse(body) as LogSearchBody
    const unknown = Object.keys(others)[0]
    if (unknown !== undefined) return errors(400, `The field '${unknown}' is unknown`)
    const limit = Math.min(page?.limit ?? 10, server.pageSize)
    if ((page?.limit ?? 10) > 1000) return errors(400, 'page.limit must not be above 1000')
    const offset = page?.cursor === undefined ? 0 : Number(Buffer.from(page.cursor, 'base64url').toString())
    if (!Number.isInteger(offset)) return errors(400, 'page.cursor is not valid')
    // What happens at `to` is answered as well.
    const events = server.logEvents(Date.parse(filter.from), Date.parse(filter.to) + 1)
    if (sort === '-timestamp') events.reverse()
    const isEmpty = server.trouble === 'emptyPages'
    const data = isEmpty ? [] : events.slice(offset, offset + limit).map(toData)
    const next = server.trouble === 'repeatedCursor' ? offset : offset + limit
    const after = isEmpty || next < events.length ? { after: Buffer.from(`${next}`).toString('base64url') } : undefined
    const status = server.trouble === 'searchTimeout' ? 'timeout' : 'done'
    return json(200, { data, meta: { elapsed: 7, status, request_id: 'cmVxdWVzdA', ...(after && { page: after }) } })
  }

  const wire = await startWireServer((request) => {
    const endpoint = endpoints[`${request.method} ${request.url.pathname}`]
    return endpoint === undefined ? errors(404, 'Not found') : endpoint(request)
  }, port)

  const server: DatadogServer = Object.assign(wire, {
    metrics: new Map<string, DatadogMetric>([
      ['system.cpu.user', { unit: ['percent'] }],
      ['system.load.1', { unit: null }],
      ['trace.http.request.hits', { unit: ['request', 'second'] }],
    ] as const),
    hosts: ['web1', 'web2', 'web3'],
    pageSize: 1000,
    logEveryMs: 15_000,
    trouble: undefined as DatadogTrouble | undefined,
    setKeys: (changed: DatadogKeys) => {
      keys = changed
    },
    valueAt: (metric: string, host: string, time: number) => seededValue(`${metric} ${host}`, time),
    logEvents(from: number, to: number): DatadogLogEvent[] {
      const { logEveryMs, hosts } = server
      const events: DatadogLogEvent[] = []
      if (logEveryMs === 0) return events
      for (let index = Math.ceil(from / logEveryMs); index * logEveryMs < to; index++) {
        const failed = index % 7 === 0
        events.push({
          time: index * logEveryMs,
          host: hosts[index % hosts.length]!,
          service: 'shop',
          status: failed ? 'error' : 'info',
          message: failed ? `payment ${index} failed` : `order ${index} taken`,
        })
      }
      return events
    },
  })
  return server
}

interface ChartOf {
  readonly index: number
  readonly aggregator: string
  readonly metric: string
  readonly known: DatadogMetric
  readonly host: string
  readonly scope: string
  readonly group: string | undefined
}

interface LogSearchBody {
  readonly filter: { readonly query: string; readonly from: string; readonly to: string }
  readonly page?: { readonly limit?: number; readonly cursor?: string }
  readonly sort?: 'timestamp' | '-timestamp'
}

const QUERY_FORM = /^(avg|max|min|sum):([\w.]+)\{([^}]*)\}(?: by \{(\w+)\})?\.rollup\((?:avg|max|min|sum), (\d+)\)$/

function splitQueries(query: string): string[] {
  return query.split(/,(?![^({]*[)}])/).map((part) => part.trim())
}

function toData({ time, message, ...attributes }: DatadogLogEvent, index: number) {
  const timestamp = new Date(time).toISOString()
  return {
    id: `AAAAA${time}${index}`,
    type: 'log',
    attributes: { ...attributes, message, timestamp, tags: ['env:prod'], attributes: { order: message.split(' ')[1] } },
  }
}

function unitOf(name: string | undefined) {
  return name === undefined
    ? null
    : { family: 'general', id: 1, name, plural: `${name}s`, scale_factor: 1, short_name: null }
}

function errors(status: number, ...texts: string[]): WireAnswer {
  return json(status, { errors: texts })
}
