import type { WireAnswer } from '../../ports/collector.contract.ts'
import { json, startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

export interface InfluxServerOptions {
  readonly port?: number
  /** Milliseconds between two points of a host. */
  readonly stepMs?: number
  readonly token?: string
  /** May sign in and read nothing. */
  readonly limitedToken?: string
}

export interface InfluxServer extends WireServer {
  stepMs: number
  token: string | undefined
  /** Nothing is there from this time on, in epoch milliseconds. */
  endsAt: number
  silentMeasurements: number
  /** Of the first host, where the value of `usage` is none. */
  spoiltTime: number | undefined
}

export const INFLUX_HOSTS = ['web1', 'web2']
const CHUNK_ROWS = 100

/**
 * Answers as InfluxDB 2, to both its languages: one measurement `cpu` of the database or bucket `shop`, of which every value is known.
 * https://docs.influxdata.com/influxdb/v1/tools/api/#query-http-endpoint, https://docs.influxdata.com/influxdb/v2/api/#operation/PostQuery
 */
export async function startInfluxServer(options: InfluxServerOptions = {}): Promise<InfluxServer> {
  const { limitedToken } = options
  const state = {
    stepMs: options.stepMs ?? 15_000,
    token: options.token,
    endsAt: Number.POSITIVE_INFINITY,
    silentMeasurements: 0,
    spoiltTime: undefined as number | undefined,
  }
  const answer = ({ method, url, headers, body }: WireRequest): WireAnswer => {
    const given = headers.authorization?.replace('Token ', '')
    if (limitedToken !== undefined && given === limitedToken) return failure(403, 'forbidden')
    if (state.token !== undefined && given !== state.token) return failure(401, 'unauthorized access')
    if (method === 'POST' && url.pathname === '/query') return influxql(new URLSearchParams(body))
    if (method === 'POST' && url.pathname === '/api/v2/query') return flux(url, JSON.parse(body) as { query: string })
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
  }
  const timesOf = (from: number, to: number): number[] => {
    const times: number[] = []
    const first = Math.ceil(from / state.stepMs) * state.stepMs
    for (let time = first; time < Math.min(to, state.endsAt); time += state.stepMs) times.push(time)
    return times
  }
  const usageAt = (host: string, time: number) =>
    host === INFLUX_HOSTS[0] && time === state.spoiltTime ? undefined : influxValue('usage', host, time)

  const influxql = (form: URLSearchParams): WireAnswer => {
    const { q = '', db, epoch, chunked } = Object.fromEntries(form)
    if (epoch !== 'ms' || chunked !== 'true') return failure(400, 'epoch and chunked')
    if (db !== 'shop') return statement({ error: `database not found: ${db}` })
    if (q === 'show measurements') {
      const silent = Array.from({ length: state.silentMeasurements }, (_, at) => [`silent_${at}`])
      return statement({ series: [{ name: 'measurements', columns: ['name'], values: [['cpu'], ...silent] }] })
    }
    const range = /^select \* from "cpu" where time >= (\d+)ms and time < (\d+)ms group by \*$/.exec(q)
    if (!range) return failure(400, `error parsing query: ${q}`)
    const times = timesOf(Number(range[1]), Number(range[2]))
    const parts = INFLUX_HOSTS.flatMap((host) =>
      Array.from({ length: Math.ceil(times.length / CHUNK_ROWS) }, (_, at) => ({
        name: 'cpu',
        tags: { host, zone: 'eu' },
        columns: ['time', 'total', 'usage'],
        values: times
          .slice(at * CHUNK_ROWS, (at + 1) * CHUNK_ROWS)
          .map((time) => [time, influxValue('total', host, time), usageAt(host, time) ?? {}]),
      })),
    )
    if (parts.length === 0) return statement({})
    const lines = parts.map((part, at) => {
      const isPartial = at < parts.length - 1
      return JSON.stringify({ results: [{ statement_id: 0, series: [part], ...(isPartial && { partial: true }) }] })
    })
    return { status: 200, headers: { 'content-type': 'application/json' }, body: `${lines.join('\n')}\n` }
  }
  const flux = (url: URL, { query }: { query: string }): WireAnswer => {
    if (url.searchParams.get('org') !== 'acme') return failure(404, 'organization name not found')
    const range = /^from\(bucket: "shop"\) \|> range\(start: (\S+), stop: (\S+)\)$/.exec(query)
    if (!range) return failure(400, `compilation failed: ${query}`)
    const times = timesOf(Date.parse(range[1]!), Date.parse(range[2]!))
    const rows = ['usage', 'total'].flatMap((field, at) =>
      INFLUX_HOSTS.flatMap((host, hostAt) =>
        times.map((time) => {
          const value = field === 'usage' ? (usageAt(host, time) ?? 'lots') : influxValue(field, host, time)
          return `,,${at * 2 + hostAt},${new Date(time).toISOString()},${value},${field},cpu,${host},"eu"`
        }),
      ),
    )
    const head = [
      '#datatype,string,long,dateTime:RFC3339,double,string,string,string,string',
      '#group,false,false,false,false,true,true,true,true',
      '#default,_result,,,,,,,',
      ',result,table,_time,_value,_field,_measurement,host,zone',
    ]
    const body = rows.length === 0 ? '\r\n' : `${[...head, ...rows].join('\r\n')}\r\n\r\n`
    return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body }
  }
  const server = await startWireServer(answer, options.port)
  return Object.defineProperties(state, Object.getOwnPropertyDescriptors(server)) as typeof state & WireServer
}

/** Every value can be computed again. */
export function influxValue(field: string, host: string, time: number): number {
  const seconds = Math.floor(time / 1000)
  if (field === 'total') return seconds
  return ((seconds * 7919 + host.charCodeAt(3)) % 1000) / 10
}

function statement(result: object): WireAnswer {
  return json(200, { results: [{ statement_id: 0, ...result }] })
}

function failure(status: number, message: string): WireAnswer {
  return json(status, { code: 'invalid', message })
}
