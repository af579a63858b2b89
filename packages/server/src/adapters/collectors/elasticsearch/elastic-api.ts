import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { askJson } from '../http/ask-json.ts'
import { credentialHeaders, type HttpCredentials, secretsOf } from '../http/credentials.ts'

export type ElasticProduct = 'elasticsearch' | 'opensearch'

export interface ElasticApi {
  /** Asked for once; in Elasticsearch it takes the cluster privilege `monitor`. */
  product(signal: AbortSignal): Promise<ElasticProduct>
  /** The id of a view of an index that stays as it is now. */
  openView(index: string, signal: AbortSignal): Promise<string>
  closeView(id: string, signal: AbortSignal): Promise<void>
  /** Of an index, or, where that is undefined, of the view that the body names. Rejects where a shard did not answer. */
  search(index: string | undefined, body: object, signal: AbortSignal): Promise<unknown>
  /** How many documents match. */
  count(index: string, query: object, signal: AbortSignal): Promise<number>
  /** Indexes, aliases and data streams; none where the keys may not list them. */
  listIndexes(signal: AbortSignal): Promise<readonly string[]>
}

/** A view that nobody asks for ends by itself after so long. */
export const KEEP_ALIVE = '2m'

/**
 * Elasticsearch since 7.12 and OpenSearch since 2.4, which differ in how a point in time is opened.
 * https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-open-point-in-time,
 * https://docs.opensearch.org/latest/search-plugins/searching-data/point-in-time-api/
 */
export function createElasticApi(
  { address, token, ...basic }: HttpCredentials & { readonly address: string },
  outbound: Outbound,
): ElasticApi {
  const base = address.replace(/\/+$/, '')
  const headers = { ...credentialHeaders(basic), ...(token && { authorization: apiKey(token) }) }
  const secrets = secretsOf({ token, ...basic })
  let known: ElasticProduct | undefined

  const ask = (method: string, path: string, body: object | undefined, signal: AbortSignal): Promise<unknown> =>
    askJson(outbound, base + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal,
      secrets,
      errorText,
    })
  const product = async (signal: AbortSignal): Promise<ElasticProduct> => {
    const found = known ?? readProduct(await ask('GET', '/', undefined, signal))
    known = found
    return found
  }
  return {
    product,
    async openView(index, signal) {
      const kind = await product(signal)
      const path = `/${encodeURIComponent(index)}/${VIEW_PATHS[kind]}?keep_alive=${KEEP_ALIVE}`
      const { id, pit_id } = (await ask('POST', path, undefined, signal)) as { id?: unknown; pit_id?: unknown }
      const opened = kind === 'opensearch' ? pit_id : id
      if (typeof opened !== 'string' || opened === '') throw new CollectorError('badAnswer')
      return opened
    },
    async closeView(id, signal) {
      const kind = await product(signal)
      await ask('DELETE', `/${VIEW_PATHS[kind]}`, kind === 'opensearch' ? { pit_id: [id] } : { id }, signal)
    },
    async search(index, body, signal) {
      const path = index === undefined ? '/_search' : `/${encodeURIComponent(index)}/_search`
      const answer = await ask('POST', `${path}?allow_partial_search_results=false`, body, signal)
      requireWhole(answer)
      return answer
    },
    async count(index, query, signal) {
      const { count } = (await ask('POST', `/${encodeURIComponent(index)}/_count`, { query }, signal)) as {
        count?: unknown
      }
      if (typeof count !== 'number') throw new CollectorError('badAnswer')
      return count
    },
    async listIndexes(signal) {
      try {
        return readNames(await ask('GET', '/_resolve/index/*', undefined, signal))
      } catch (error) {
        // Whoever may search need not be allowed to list
        if (error instanceof CollectorError && error.fault === 'permission') return []
        throw error
      }
    },
  }
}

const VIEW_PATHS: Readonly<Record<ElasticProduct, string>> = {
  elasticsearch: '_pit',
  opensearch: '_search/point_in_time',
}

/** As Elasticsearch gives it, encoded or as id:key; or with the name of another scheme before it. */
function apiKey(token: string): string {
  if (token.includes(' ')) return token
  return `ApiKey ${token.includes(':') ? Buffer.from(token).toString('base64') : token}`
}

function readProduct(answer: unknown): ElasticProduct {
  const { version } = answer as { version?: { number?: unknown; distribution?: unknown } }
  if (typeof version?.number !== 'string') throw new CollectorError('badAnswer')
  return version.distribution === 'opensearch' ? 'opensearch' : 'elasticsearch'
}

/** What a shard or a remote cluster does not answer would look like a time without lines. */
function requireWhole(answer: unknown): void {
  const { timed_out, _shards, _clusters } = answer as {
    timed_out?: unknown
    _shards?: { failed?: unknown; failures?: { reason?: { reason?: unknown } }[] }
    _clusters?: { skipped?: unknown }
  }
  if (timed_out === true) throw new CollectorError('timeout')
  if (typeof _shards?.failed !== 'number') throw new CollectorError('badAnswer')
  const reason = _shards.failures?.[0]?.reason?.reason
  if (_shards.failed > 0)
    throw new CollectorError('providerFailed', {
      providerText: `${_shards.failed} shards failed${typeof reason === 'string' ? `: ${reason}` : '.'}`,
    })
  if (typeof _clusters?.skipped === 'number' && _clusters.skipped > 0)
    throw new CollectorError('providerFailed', { providerText: `${_clusters.skipped} remote clusters did not answer.` })
}

function readNames(answer: unknown): string[] {
  const lists = answer as Partial<Record<'indices' | 'aliases' | 'data_streams', unknown>>
  if (!Array.isArray(lists.indices)) throw new CollectorError('badAnswer')
  return [lists.data_streams, lists.aliases, lists.indices]
    .flatMap((list) => (Array.isArray(list) ? (list as { name?: unknown }[]) : []))
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('.'))
}

/** `error` is a text, or has the reason of its cause. */
function errorText(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { error?: unknown }
  if (typeof error === 'string') return error
  const { reason, root_cause, caused_by } = (error ?? {}) as {
    reason?: unknown
    root_cause?: { reason?: unknown }[]
    caused_by?: { reason?: unknown }
  }
  const reasons = [root_cause?.[0]?.reason, reason, caused_by?.reason]
  const texts = reasons.filter((text): text is string => typeof text === 'string')
  return texts.length === 0 ? undefined : [...new Set(texts)].join(': ')
}
