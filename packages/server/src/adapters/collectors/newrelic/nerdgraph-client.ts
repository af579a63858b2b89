import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { retryAfterMs } from '../../../protocols/retry-after.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { askProvider, cleanText, faultOfStatus, type ProviderAnswer, parseJson } from '../ask-provider.ts'
import { asObject, asObjects, asText, isTextArray, type JsonObject } from '../json-fields.ts'
import { parseBounded } from '../parse-bounded.ts'
import type { NewRelicOptions } from './newrelic-options.ts'

export interface NewRelicParts {
  readonly outbound: Outbound
  readonly clock: Clock
}

export interface NrqlAnswer {
  readonly results: readonly JsonObject[]
  /** Names of what is grouped by. */
  readonly facets: readonly string[]
  readonly eventTypes: readonly string[]
  readonly messages: readonly string[]
}

/** Asks the account a query. Rejects with `CollectorError`. */
export type AskNrql = (query: string, signal: AbortSignal) => Promise<NrqlAnswer>

/** https://docs.newrelic.com/docs/apis/nerdgraph/examples/nerdgraph-nrql-tutorial/ */
export const NRQL_DOCUMENT = `query ($accountId: Int!, $query: Nrql!, $timeout: Seconds) {
  actor {
    account(id: $accountId) {
      nrql(query: $query, timeout: $timeout) {
        results
        metadata { eventTypes facets messages }
      }
    }
  }
}`

const ADDRESSES = { US: 'https://api.newrelic.com/graphql', EU: 'https://api.eu.newrelic.com/graphql' } as const
/** For a query; New Relic itself gives up after 5 s otherwise. */
const TIMEOUT_SECONDS = 60
const TIMEOUT_MS = (TIMEOUT_SECONDS + 10) * 1000
/** New Relic does not say when; its limits count the queries of a minute. */
const MINUTE_MS = 60_000

export function createNerdGraphClient(
  { region, endpoint, apikey, accountId }: NewRelicOptions,
  { outbound, clock }: NewRelicParts,
): AskNrql {
  const secrets = [apikey]
  const url = endpoint ?? ADDRESSES[region]
  const headers = { 'api-key': apikey, 'content-type': 'application/json', accept: 'application/json' }

  return async (query, signal) => {
    const variables = { accountId, query, timeout: TIMEOUT_SECONDS }
    const body = JSON.stringify({ query: NRQL_DOCUMENT, variables })
    const answer = await askProvider(outbound, { url, method: 'POST', headers, body, timeoutMs: TIMEOUT_MS }, signal)
    if (answer.status !== 200) throw refusal(answer)
    const json = asObject(parseJson(answer.body, secrets))
    const errors = (asObjects(json?.errors) ?? []).filter((error) => !isWarning(error))
    if (errors.length > 0) throw toError(errors)
    return readNrql(json)
  }

  function refusal({ status, headers, body }: ProviderAnswer): CollectorError {
    const fault = faultOfStatus(status)
    const wait = fault === 'throttled' ? (retryAfterMs(headers, clock.now()) ?? MINUTE_MS) : undefined
    return new CollectorError(fault, {
      providerText: textOf(errorsIn(body), body) || `HTTP ${status}`,
      retryAfterMs: wait,
    })
  }

  /** GraphQL answers with status 200 what went wrong. */
  function toError(errors: readonly JsonObject[]): CollectorError {
    const fault = faultOf(errors[0]!)
    return new CollectorError(fault, {
      providerText: textOf(errors, 'The query failed without a reason.'),
      retryAfterMs: fault === 'throttled' ? MINUTE_MS : undefined,
    })
  }

  function textOf(errors: readonly JsonObject[], otherwise: string): string {
    return cleanText(errors.flatMap(({ message }) => asText(message) ?? []).join('; ') || otherwise, secrets)
  }
}

function readNrql(json: JsonObject | undefined): NrqlAnswer {
  const account = asObject(asObject(asObject(json?.data)?.actor)?.account)
  const nrql = asObject(account?.nrql)
  const results = asObjects(nrql?.results)
  if (results === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no results.' })
  const metadata = asObject(nrql?.metadata)
  const textsOf = (field: unknown) => (isTextArray(field) ? field : [])
  return {
    results,
    facets: textsOf(metadata?.facets),
    eventTypes: textsOf(metadata?.eventTypes),
    messages: textsOf(metadata?.messages),
  }
}

/** By `errorClass`, as New Relic's own Go client tells them apart (internal/http/graphql.go in newrelic/newrelic-client-go). */
const FAULTS: readonly (readonly [RegExp, CollectionFault])[] = [
  [/BAD_API_KEY|UNAUTHENTICATED|UNAUTHORIZED/, 'credentials'],
  [/ACCESS_DENIED|FORBIDDEN|NOT_AUTHORIZED/, 'permission'],
  [/TOO_MANY|RATE_LIMIT|LIMIT_EXCEEDED/, 'throttled'],
  [/TIMEOUT/, 'timeout'],
  [/NOT_FOUND/, 'notFound'],
  [/INVALID|BAD_|NRQL|SYNTAX/, 'query'],
  [/./, 'providerFailed'],
]

function faultOf({ message, extensions }: JsonObject): CollectionFault {
  const details = asObject(extensions)
  const code = [details?.error_code, details?.errorClass, details?.code].map((part) => asText(part) ?? '').join(' ')
  if (/nrql syntax error/i.test(asText(message) ?? '')) return 'query'
  // An error without a class is one of GraphQL itself: the request does not fit the schema.
  return FAULTS.find(([pattern]) => pattern.test(code.trim()))?.[1] ?? 'query'
}

/** That a field is deprecated stands among the errors, beside an answer that is whole. */
function isWarning({ message }: JsonObject): boolean {
  return asText(message)?.startsWith('This field is deprecated') ?? false
}

function errorsIn(body: string): JsonObject[] {
  try {
    return asObjects(asObject(parseBounded(body))?.errors) ?? []
  } catch {
    return []
  }
}
