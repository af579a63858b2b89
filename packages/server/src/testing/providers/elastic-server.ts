import type { WireAnswer } from '../../ports/collector.contract.ts'
import { type KnownLine, knownLinesAt } from './known-lines.ts'
import { json, startWireServer, type WireRequest, type WireServer } from './wire-server.ts'

export interface ElasticServerOptions {
  readonly port?: number
  readonly product?: 'elasticsearch' | 'opensearch'
  /** Milliseconds between the documents of a server. */
  readonly stepMs?: number
  /** Of user:password or of a key, as it is sent. */
  readonly authorization?: string
  /** May sign in and read nothing. */
  readonly limitedAuthorization?: string
}

export interface ElasticServer extends WireServer {
  stepMs: number
  authorization: string | undefined
  /** `index.max_result_window`. */
  maxWindow: number
  /** Nothing is there from this time on, in epoch milliseconds. */
  endsAt: number
  silentIndexes: number
  /** Gives the first page again and again; or hits without anything. */
  stuck: 'first' | 'empty' | undefined
  /** The next search is answered with these fields. */
  nextAnswer: Readonly<Record<string, unknown>> | undefined
  /** Points in time that are open. */
  readonly views: ReadonlySet<string>
}

interface Document extends KnownLine {
  readonly time: number
  /** `_shard_doc`. */
  readonly number: number
}

interface SearchBody {
  readonly size: number
  readonly query: { bool: { filter: [{ range: { '@timestamp': { gte: number; lt: number } } }, Should?] } }
  readonly sort: ({ '@timestamp': { order: string } } | { _shard_doc: string })[]
  readonly pit?: { id: string }
  readonly search_after?: [number, number?]
  readonly docvalue_fields: [{ field: string; format: string }]
}
type Should = { bool: { should: { query_string: { query: string } }[] } }

const BODY_FIELDS = ['size', 'query', 'sort', 'pit', 'search_after', '_source', 'docvalue_fields', 'track_total_hits']
const INDEX = 'logs-shop'

/**
 * Answers as an Elasticsearch or an OpenSearch with one index, of which every document is known. Queries of one field are understood; an error is
 * answered to anything else. https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search
 */
export async function startElasticServer(options: ElasticServerOptions = {}): Promise<ElasticServer> {
  const { product = 'elasticsearch', limitedAuthorization } = options
  const views = new Set<string>()
  const state = {
    stepMs: options.stepMs ?? 15_000,
    authorization: options.authorization,
    maxWindow: 10_000,
    endsAt: Number.POSITIVE_INFINITY,
    silentIndexes: 0,
    stuck: undefined as ElasticServer['stuck'],
    nextAnswer: undefined as ElasticServer['nextAnswer'],
    views,
  }
  let opened = 0
  const viewPath = product === 'opensearch' ? '_search/point_in_time' : '_pit'

  const answer = ({ method, url, headers, body }: WireRequest): WireAnswer => {
    if (limitedAuthorization !== undefined && headers.authorization === limitedAuthorization)
      return failure(403, 'security_exception', 'action [indices:data/read] is unauthorized for user')
    if (state.authorization !== undefined && headers.authorization !== state.authorization)
      return failure(401, 'security_exception', 'unable to authenticate user')
    const path = decodeURIComponent(url.pathname.slice(1))
    const form = body === '' ? undefined : (JSON.parse(body) as Readonly<Record<string, unknown>>)
    switch (`${method} ${path}`) {
      case 'GET ':
        return json(200, { version: { number: '3.1.0', ...(product === 'opensearch' && { distribution: product }) } })
      case 'GET _resolve/index/*':
        return json(200, { indices: listIndexes(), aliases: [], data_streams: [] })
      case `POST logs-*/${viewPath}`:
        if (!url.searchParams.has('keep_alive')) return failure(400, 'action_request_validation', 'keep_alive')
        views.add(`view ${++opened}`)
        return json(200, product === 'opensearch' ? { pit_id: `view ${opened}` } : { id: `view ${opened}` })
      case `DELETE ${viewPath}`:
        for (const id of [form?.id ?? form?.pit_id].flat() as string[]) views.delete(id)
        return json(200, { succeeded: true })
      case 'POST logs-*/_count':
        return json(200, { count: find(form as unknown as SearchBody).length, _shards: SHARDS })
      case 'POST logs-*/_search':
      case 'POST _search':
        return search(form as unknown as SearchBody, path.startsWith('logs'))
      default:
        return failure(404, 'index_not_found_exception', `no such index [${path.split('/')[0]}]`)
    }
  }
  const listIndexes = () => [
    { name: INDEX },
    { name: '.security' },
    ...Array.from({ length: state.silentIndexes }, (_, at) => ({ name: `metrics-${at}` })),
  ]
  const documents = (from: number, to: number): Document[] => {
    const found: Document[] = []
    for (let time = Math.ceil(from / state.stepMs) * state.stepMs; time < Math.min(to, state.endsAt); )
      for (const line of knownLinesAt(time)) {
        found.push({ ...line, time, number: found.length })
        if (found.length % 4 === 0) time += state.stepMs
      }
    return found
  }
  const find = ({ query }: Pick<SearchBody, 'query'>): Document[] => {
    const [{ range }, should] = query.bool.filter
    const { gte, lt } = range['@timestamp']
    const tests = should?.bool.should.map(({ query_string }) => readQuery(query_string.query))
    return documents(gte, lt).filter((document) => tests?.some((test) => test(document)) ?? true)
  }
  const search = (form: SearchBody, hasIndex: boolean): WireAnswer => {
    const unknown = Object.keys(form).find((name) => !BODY_FIELDS.includes(name))
    if (unknown !== undefined) return failure(400, 'parsing_exception', `unknown key [${unknown}]`)
    if ((form.pit === undefined) !== hasIndex) return failure(400, 'action_request_validation', 'index and [pit]')
    if (form.pit !== undefined && !views.has(form.pit.id))
      return failure(404, 'search_context_missing_exception', `No search context found for id [${form.pit.id}]`)
    if (form.size > state.maxWindow)
      return failure(
        400,
        'illegal_argument_exception',
        `Result window is too large, from + size must be less than or equal to: [${state.maxWindow}] but was [${form.size}]`,
      )
    const hasTieBreaker = form.sort.length > 1
    if (hasTieBreaker && product === 'opensearch')
      return failure(400, 'query_shard_exception', 'No mapping found for [_shard_doc] in order to sort on')
    try {
      const hits = state.stuck === 'empty' ? [{}] : page(form, hasTieBreaker)
      const fields = state.nextAnswer
      state.nextAnswer = undefined
      return json(200, { timed_out: false, _shards: SHARDS, pit_id: form.pit?.id, hits: { hits }, ...fields })
    } catch (error) {
      return failure(400, 'query_shard_exception', `Failed to parse query [${String(error)}]`)
    }
  }
  const page = ({ size, query, sort, search_after, docvalue_fields }: SearchBody, hasTieBreaker: boolean) => {
    const [{ field, format }] = docvalue_fields
    if (field !== '@timestamp' || format !== 'strict_date_optional_time_nanos') throw new Error(`${field} ${format}`)
    const all = find({ query })
    const [by] = sort as [{ '@timestamp': { order: string } }]
    if (by['@timestamp'].order === 'desc') all.reverse()
    const [ms, number = Number.POSITIVE_INFINITY] = state.stuck === 'first' ? [] : (search_after ?? [])
    const rest = ms === undefined ? all : all.filter((one) => one.time > ms || (one.time === ms && one.number > number))
    return rest.slice(0, size).map((one) => ({
      _index: INDEX,
      _id: `${one.time}-${one.number}`,
      _score: null,
      _source: {
        '@timestamp': new Date(one.time).toISOString(),
        message: one.text,
        time: 'morning',
        host: { name: one.instance },
        service: { name: one.service },
        'log.level': one.level,
      },
      fields: { '@timestamp': [new Date(one.time).toISOString().replace('Z', '000007Z')] },
      sort: hasTieBreaker ? [one.time, one.number] : [one.time],
    }))
  }
  const server = await startWireServer(answer, options.port)
  return Object.defineProperties(state, Object.getOwnPropertyDescriptors(server)) as typeof state & WireServer
}

const SHARDS = { total: 1, successful: 1, skipped: 0, failed: 0 }

/** `field:value`, or a part of the message. */
function readQuery(query: string): (document: Document) => boolean {
  const [, field, value = ''] = /^(?:([\w.]+):)?"?([\w*]+)"?$/.exec(query) ?? []
  if (value === '') throw new Error(query)
  if (value === '*') return () => true
  if (field === 'log.level') return ({ level }) => level === value
  if (field === 'service.name') return ({ service }) => service === value
  return field === undefined ? ({ text }) => text.includes(value) : () => false
}

function failure(status: number, type: string, reason: string): WireAnswer {
  return json(status, { error: { root_cause: [{ type, reason }], type, reason }, status })
}
