import { buildSchema, GraphQLError, graphql } from 'graphql'
import type { WireAnswer } from '../../ports/collector.contract.ts'
import { NERD_GRAPH_SCHEMA } from './nerdgraph-schema.ts'
import { seededValue } from './seeded-value.ts'
import { json, startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

export interface NewRelicKeys {
  readonly apikey: string
  /** Accounts that its user may read. */
  readonly accounts: readonly number[]
}

export interface NewRelicLogEvent {
  readonly timestamp: number
  readonly message: string
  readonly level: string
  readonly hostname: string
  readonly 'service.name': string
  readonly messageId: string
}

export interface NewRelicServer extends WireServer {
  /** Of dimensional metrics; each entity has all of them. */
  metrics: Set<string>
  /** Apps of `Transaction` events as well. */
  entities: string[]
  /** Rows that `LIMIT MAX` gives: 5,000 in most accounts. */
  maxRows: number
  /** A log event each so many milliseconds; 0 for none. */
  logEveryMs: number
  /** `textValue`: a value that is no number. `otherTimes`: rows of a time that was not asked for. */
  trouble: 'textValue' | 'otherTimes' | undefined
  setKeys(keys: NewRelicKeys): void
  /** What `average(metric)` of an entity is in an interval, by the start of it; `count` of its transactions. */
  valueAt(metric: string, entity: string, time: number): number
  /** From `from` up to `to`. */
  logEvents(from: number, to: number): NewRelicLogEvent[]
}

/** The NRQL that it understands. */
const SHOW = /^SHOW EVENT TYPES SINCE \d+ UNTIL \d+$/
const SELECT =
  /^SELECT (?<selected>.+?) FROM (?<type>\w+)(?: WHERE (?<where>.+?))?(?: FACET (?<facet>[\w.]+))?(?: TIMESERIES (?<seconds>\d+) seconds)? SINCE (?<since>\d+) UNTIL (?<until>\d+)(?: LIMIT (?<limit>MAX|\d+))?$/

const MAX_INTERVALS = 366

type Row = Record<string, unknown>

/**
 * Speaks NerdGraph, New Relic's GraphQL API, as far as it runs NRQL: https://docs.newrelic.com/docs/apis/nerdgraph/examples/nerdgraph-nrql-tutorial/
 * Requests are held to the schema; a query of another form than those above is a syntax error.
 */
export async function startNewRelicServer({ port = 0 }: { port?: number } = {}): Promise<NewRelicServer> {
  const schema = buildSchema(NERD_GRAPH_SCHEMA)
  let keys: NewRelicKeys = { apikey: 'NRAK-0123456789ABCDEFGHIJKLMNOPQ', accounts: [1_234_567] }

  async function answer({ method, url, headers, body }: WireRequest): Promise<WireAnswer> {
    if (method !== 'POST' || url.pathname !== '/graphql') return json(404, { errors: [{ message: 'Not found' }] })
    if (headers['api-key'] !== keys.apikey)
      return json(401, { errors: [failure('Invalid API key', { error_code: 'BAD_API_KEY' })] })
    const { query, variables } = JSON.parse(body) as { query: string; variables: Row }
    const rootValue = { actor: { account } }
    const { data, errors } = await graphql({ schema, source: query, variableValues: variables, rootValue })
    return json(200, { data, ...(errors && { errors: errors.map((error) => error.toJSON()) }) })
  }

  function account({ id }: { id: number }) {
    if (!keys.accounts.includes(id)) throw failure('Access denied.', { errorClass: 'ACCESS_DENIED' })
    return { id, nrql: ({ query }: { query: string }) => run(query) }
  }

  function run(nrql: string) {
    if (SHOW.test(nrql)) return answerOf([{ eventType: 'Log' }, { eventType: 'Metric' }, { eventType: 'Transaction' }])
    const clauses = SELECT.exec(nrql)?.groups
    if (clauses === undefined) throw failure(`NRQL Syntax Error: Error at line 1 position 1, unexpected '${nrql}'`)
    const [since, until] = [Number(clauses.since), Number(clauses.until)]
    const limit = clauses.limit === 'MAX' ? server.maxRows : Number(clauses.limit ?? 100)
    if (clauses.type === 'Log') return answerOf(readLogs(since, until, limit), { eventTypes: ['Log'] })
    if (clauses.selected!.startsWith('uniques(metricName'))
      return answerOf(listNames(clauses.where), { eventTypes: ['Metric'] })
    const stepMs = Number(clauses.seconds) * 1000
    if (!(stepMs > 0)) throw failure('NRQL Syntax Error: a TIMESERIES clause is needed here')
    if ((until - since) / stepMs > MAX_INTERVALS)
      throw failure(`NRQL Syntax Error: TIMESERIES has more than ${MAX_INTERVALS} intervals`)
    const facets = clauses.facet === undefined ? [] : [clauses.facet]
    const entities = clauses.facet === undefined ? server.entities.slice(0, 1) : server.entities.slice(0, limit)
    const columns = splitList(clauses.selected!).map(readColumn)
    const rows = entities.flatMap((entity) =>
      readRows(columns, clauses.type!, entity, facets, { since, until, stepMs }),
    )
    return answerOf(rows, { facets, eventTypes: [clauses.type!] })
  }

  function readRows(
    columns: readonly Column[],
    type: string,
    entity: string,
    facets: readonly string[],
    { since, until, stepMs }: { since: number; until: number; stepMs: number },
  ): Row[] {
    const known = columns.filter(({ attribute }) => type !== 'Metric' || server.metrics.has(attribute))
    if (known.length === 0) return []
    const rows: Row[] = []
    for (let time = since; time < until; time += stepMs) {
      const spoilt = server.trouble === 'textValue' && entity === server.entities[0] && time === since + stepMs
      const row: Row = { beginTimeSeconds: time / 1000, endTimeSeconds: (time + stepMs) / 1000 }
      for (const { name, attribute, percentile } of known) {
        const value = spoilt ? 'NaN' : server.valueAt(attribute, entity, time)
        row[name] = percentile === undefined ? value : { [percentile]: value }
      }
      rows.push(facets.length === 0 ? row : { ...row, facet: entity, [facets[0]!]: entity })
    }
    return rows
  }

  function listNames(where: string | undefined): Row[] {
    const [, text = ''] = /^lower\(metricName\) LIKE '%(.*)%'$/.exec(where ?? '') ?? []
    const found = [...server.metrics].filter((name) => name.toLowerCase().includes(text))
    return [{ 'uniques.metricName': found.slice(0, 10_000), 'uniqueCount.metricName': found.length }]
  }

  /** The newest first, as New Relic has them. */
  function readLogs(since: number, until: number, limit: number): NewRelicLogEvent[] {
    if (server.trouble === 'otherTimes') return server.logEvents(0, limit * server.logEveryMs)
    return server.logEvents(since, until).reverse().slice(0, limit)
  }

  const wire = await startWireServer(answer, port)
  const server: NewRelicServer = Object.assign(wire, {
    metrics: new Set(['host.cpuPercent', 'host.memoryUsedPercent', "it's.odd"]),
    entities: ['shop', 'cart', 'search'],
    maxRows: 5000,
    logEveryMs: 15_000,
    trouble: undefined as NewRelicServer['trouble'],
    setKeys: (changed: NewRelicKeys) => {
      keys = changed
    },
    valueAt: (metric: string, entity: string, time: number) => seededValue(`${metric} ${entity}`, time),
    logEvents(from: number, to: number): NewRelicLogEvent[] {
      const { logEveryMs, entities } = server
      const events: NewRelicLogEvent[] = []
      if (logEveryMs === 0) return events
      for (let index = Math.ceil(from / logEveryMs); index * logEveryMs < to; index++) {
        const failed = index % 7 === 0
        events.push({
          timestamp: index * logEveryMs,
          message: failed ? `payment ${index} failed` : `order ${index} taken`,
          level: failed ? 'ERROR' : 'INFO',
          hostname: `web${index % 3}`,
          'service.name': entities[index % entities.length]!,
          messageId: `00000000-0000-4000-8000-${index}`,
        })
      }
      return events
    },
  })
  return server
}

interface Column {
  readonly name: string
  readonly attribute: string
  readonly percentile: string | undefined
}

/** `average(a.b)`, `count(*)`, `percentile(a, 95)`, each with `AS` or without. */
function readColumn(selected: string): Column {
  const match = /^(average|max|min|sum|count|percentile)\(`?([^`,]+?)`?(?:, (\d+))?\)(?: AS '((?:\\.|[^'])*)')?$/.exec(
    selected,
  )
  if (match === null) throw failure(`NRQL Syntax Error: Error at line 1, unexpected '${selected}'`)
  const [, method, argument, percentile, alias] = match
  const attribute = argument === '*' ? method! : argument!
  const name = alias?.replace(/\\(.)/g, '$1') ?? (argument === '*' ? method! : `${method}.${attribute}`)
  return { name, attribute, percentile }
}

function splitList(selected: string): string[] {
  return selected.split(/, (?![^(]*\))/)
}

function answerOf(results: readonly object[], metadata: { facets?: string[]; eventTypes?: string[] } = {}) {
  return { results, metadata: { messages: [], facets: [], eventTypes: [], ...metadata } }
}

function failure(message: string, extensions: Row = {}): GraphQLError {
  return new GraphQLError(message, { extensions })
}
