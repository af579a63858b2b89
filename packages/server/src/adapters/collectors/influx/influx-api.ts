import type { Outbound } from '../../../ports/outbound.ts'
import { askLines } from '../http/ask-json.ts'
import { credentialHeaders, type HttpCredentials, secretsOf } from '../http/credentials.ts'

export interface InfluxConnection extends HttpCredentials {
  readonly address: string
  readonly database?: string
  readonly organization?: string
}

/** Answers line by line. */
export interface InfluxApi {
  /** Times in epoch milliseconds. */
  influxql(query: string, signal: AbortSignal): AsyncIterable<string>
  flux(query: string, signal: AbortSignal): AsyncIterable<string>
}

const CHUNK_ROWS = '5000'
const DIALECT = { header: true, delimiter: ',', annotations: ['datatype', 'group', 'default'], commentPrefix: '#' }

export function createInfluxApi(
  { address, database = '', organization = '', token, ...basic }: InfluxConnection,
  outbound: Outbound,
): InfluxApi {
  const base = address.replace(/\/+$/, '')
  const headers = { ...credentialHeaders(basic), ...(token && { authorization: `Token ${token}` }) }
  const options = { method: 'POST', secrets: secretsOf({ token, ...basic }), errorText }
  return {
    influxql(q, signal) {
      const body = new URLSearchParams({ q, db: database, epoch: 'ms', chunked: 'true', chunk_size: CHUNK_ROWS })
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return askLines(outbound, `${base}/query`, {
        ...options,
        signal,
        headers: { ...headers, ...type },
        body: `${body}`,
      })
    },
    flux(query, signal) {
      const body = JSON.stringify({ query, type: 'flux', dialect: DIALECT })
      const types = { 'content-type': 'application/json', accept: 'application/csv' }
      const url = `${base}/api/v2/query?${new URLSearchParams({ org: organization })}`
      return askLines(outbound, url, { ...options, signal, headers: { ...headers, ...types }, body })
    },
  }
}

/** `error` in version 1, `message` since 2. */
function errorText(body: unknown): string | undefined {
  const { error, message } = (body ?? {}) as { error?: unknown; message?: unknown }
  return [message, error].find((text): text is string => typeof text === 'string')
}
