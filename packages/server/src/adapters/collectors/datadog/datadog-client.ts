import type {
  HttpMethod,
  RequestContext,
} from '@datadog/datadog-api-client/dist/packages/datadog-api-client-common/http/http.js'
import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { retryAfterMs } from '../../../protocols/retry-after.ts'
import { askProvider, cleanText, faultOfStatus, type ProviderAnswer, parseJson } from '../ask-provider.ts'
import { asArray, asObject, asText } from '../json-fields.ts'
import { parseBounded } from '../parse-bounded.ts'
import type { DatadogOptions } from './datadog-options.ts'

export interface DatadogParts {
  readonly outbound: Outbound
  readonly clock: Clock
}

export interface LogSearch {
  readonly query: string
  /** Epoch milliseconds, `from` up to `to`. */
  readonly from: number
  readonly to: number
  readonly newestFirst?: boolean
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The answers of Datadog's API as they are, parsed. All of them reject with `CollectorError`. */
export interface DatadogClient {
  /** https://docs.datadoghq.com/api/latest/metrics/#query-timeseries-points, version 1; epoch seconds. */
  queryMetrics(from: number, to: number, query: string, signal: AbortSignal): Promise<unknown>
  /** https://docs.datadoghq.com/api/latest/metrics/#get-active-metrics-list */
  listActiveMetrics(from: number, signal: AbortSignal): Promise<unknown>
  /** https://docs.datadoghq.com/api/latest/hosts/#get-all-hosts-for-your-organization */
  listHosts(filter: string, count: number, signal: AbortSignal): Promise<unknown>
  /** https://docs.datadoghq.com/api/latest/logs/#search-logs-post, version 2 */
  searchLogs(search: LogSearch, signal: AbortSignal): Promise<unknown>
}

/** What a key must be allowed to do, as Datadog names it. */
type Permission = 'timeseries_query' | 'metrics_read' | 'hosts_read' | 'logs_read_data'

/**
 * Requests are written by Datadog's own client and sent by `outbound`; answers are read elsewhere, because the client's reader
 * refuses a whole answer for one odd value. Its parts are loaded when they are first used: they take 40 MB, those for logs 130 MB.
 */
export function createDatadogClient(options: DatadogOptions, { outbound, clock }: DatadogParts): DatadogClient {
  const secrets = [options.apikey, options.appkey]
  const connect = once(() => configure(options))
  const metrics = once(async () => {
    const { MetricsApiRequestFactory } = await import(
      '@datadog/datadog-api-client/dist/packages/datadog-api-client-v1/apis/MetricsApi.js'
    )
    return new MetricsApiRequestFactory(await connect())
  })
  const hosts = once(async () => {
    const { HostsApiRequestFactory } = await import(
      '@datadog/datadog-api-client/dist/packages/datadog-api-client-v1/apis/HostsApi.js'
    )
    return new HostsApiRequestFactory(await connect())
  })
  const logs = once(async () => {
    const { LogsApiRequestFactory } = await import(
      '@datadog/datadog-api-client/dist/packages/datadog-api-client-v2/apis/LogsApi.js'
    )
    return new LogsApiRequestFactory(await connect())
  })

  const send = (request: RequestContext, signal: AbortSignal): Promise<ProviderAnswer> => {
    const body = request.getBody()
    return askProvider(
      outbound,
      {
        url: request.getUrl(),
        method: request.getHttpMethod(),
        headers: request.getHeaders(),
        ...(typeof body === 'string' && { body }),
      },
      signal,
    )
  }

  async function ask(request: RequestContext, permission: Permission, signal: AbortSignal): Promise<unknown> {
    const answer = await send(request, signal)
    if (answer.status === 200) return parseJson(answer.body, secrets)
    throw answer.status === 403 ? await explainForbidden(answer, permission, signal) : refusal(answer)
  }

  /** Datadog forbids the same way what a key may not do and what it does not know. */
  async function explainForbidden(forbidden: ProviderAnswer, permission: Permission, signal: AbortSignal) {
    const configuration = await connect()
    const request = configuration.baseServer!.makeRequestContext('/api/v2/validate_keys', 'GET' as HttpMethod.GET)
    configuration.authMethods.apiKeyAuth?.applySecurityAuthentication(request)
    configuration.authMethods.appKeyAuth?.applySecurityAuthentication(request)
    const { status } = await send(request, signal)
    const text = textOf(forbidden)
    if (status === 401 || status === 403)
      return new CollectorError('credentials', { providerText: `${text} (the API key or the application key)` })
    return new CollectorError('permission', { providerText: `${text} (the application key needs ${permission})` })
  }

  function refusal(answer: ProviderAnswer): CollectorError {
    const wait = answer.status === 429 ? rateLimitMs(answer.headers, clock.now()) : undefined
    return new CollectorError(faultOfStatus(answer.status), { providerText: textOf(answer), retryAfterMs: wait })
  }

  const textOf = ({ status, body }: ProviderAnswer) =>
    cleanText(errorsOf(body).join('; ') || body, secrets) || `HTTP ${status}`

  return {
    async queryMetrics(from, to, query, signal) {
      return ask(await (await metrics()).queryMetrics(from, to, query), 'timeseries_query', signal)
    },
    async listActiveMetrics(from, signal) {
      return ask(await (await metrics()).listActiveMetrics(from), 'metrics_read', signal)
    },
    async listHosts(filter, count, signal) {
      const request = await (await hosts()).listHosts(filter, undefined, undefined, 0, count)
      return ask(request, 'hosts_read', signal)
    },
    async searchLogs({ query, from, to, newestFirst, limit, cursor }, signal) {
      const request = await (await logs()).listLogs({
        filter: { query, from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        sort: newestFirst ? '-timestamp' : 'timestamp',
        page: { limit, ...(cursor !== undefined && { cursor }) },
      })
      return ask(request, 'logs_read_data', signal)
    },
  }
}

async function configure({ site, endpoint, apikey, appkey }: DatadogOptions) {
  const { BaseServerConfiguration, createConfiguration } = await import(
    '@datadog/datadog-api-client/dist/packages/datadog-api-client-common/index.js'
  )
  const address = (endpoint ?? `https://api.${site}`).replace(/\/+$/, '')
  return createConfiguration({
    baseServer: new BaseServerConfiguration(address, {}),
    authMethods: { apiKeyAuth: apikey, appKeyAuth: appkey },
  })
}

/** https://docs.datadoghq.com/api/latest/rate-limits/: seconds until the next period. */
function rateLimitMs(headers: Headers, now: number): number | undefined {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  return seconds >= 0 ? seconds * 1000 : retryAfterMs(headers, now)
}

/** `{"errors": ["…"]}`, or as JSON:API has them. */
function errorsOf(body: string): string[] {
  try {
    const errors = asArray(asObject(parseBounded(body))?.errors) ?? []
    return errors.flatMap(
      (error) => asText(error) ?? asText(asObject(error)?.detail) ?? asText(asObject(error)?.title) ?? [],
    )
  } catch {
    return []
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
