import { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { cleanText } from '../ask-provider.ts'
import { bindWindow, boundValue, type WindowBound } from './bind-window.ts'
import { resolveHost, tlsOptions, toTransportError } from './connect.ts'
import type { SqlAddress } from './sql-address.ts'
import { type ColumnKind, type SqlSession, STATEMENT_TIMEOUT_MS } from './sql-session.ts'

export interface SqlCredentials {
  readonly userName?: string
  readonly password?: string
}

const CONNECT_TIMEOUT_MS = 15_000
const NO_TLS = /does not support SSL/
/** A statement ends soon after the connection: of its own accord since version 14, after the timeout before it. */
const END_WITH_CLIENT =
  "select set_config(name, '2s', false) from pg_settings where name = 'client_connection_check_interval'"

/** https://www.postgresql.org/docs/current/protocol-flow.html; the statements are those of any version since 10. */
export async function openPostgresqlSession(
  address: SqlAddress,
  credentials: SqlCredentials,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<SqlSession> {
  const host = await resolveHost(outbound, address.host, signal)
  const fail = (error: unknown) => toError(error, credentials, signal)
  const ssl = tlsOptions(address, outbound)
  const connect = (tls: ConnectionOptions | false) => connectClient({ ...address, host }, credentials, tls, signal)
  try {
    const client = await connect(ssl).catch((error: unknown) => {
      if (address.sslMode === 'prefer' && NO_TLS.test((error as Error).message)) return connect(false)
      throw error
    })
    await prepare(client)
    return { read: (query, window, rows) => readRows(client, query, window, rows, fail), close: () => end(client) }
  } catch (error) {
    throw fail(error)
  }
}

/** Ends the connection where it cannot be used. */
async function prepare(client: pg.Client): Promise<void> {
  try {
    await client.query(`set session characteristics as transaction read only`)
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
    await client.query(END_WITH_CLIENT)
  } catch (error) {
    await end(client)
    throw error
  }
}

async function connectClient(
  { host, port, database }: SqlAddress,
  { userName, password }: SqlCredentials,
  ssl: ConnectionOptions | false,
  signal: AbortSignal,
): Promise<pg.Client> {
  signal.throwIfAborted()
  const timeouts = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: STATEMENT_TIMEOUT_MS + 5000 }
  const socket = new Socket()
  const client = new pg.Client({
    stream: () => socket,
    host,
    port,
    database,
    user: userName,
    password,
    ssl,
    ...timeouts,
    application_name: 'omen',
  })
  // What ends a connection ends the query that waits for it
  client.on('error', () => {})
  const stop = () => socket.destroy()
  signal.addEventListener('abort', stop)
  socket.once('close', () => signal.removeEventListener('abort', stop))
  try {
    await client.connect()
    return client
  } catch (error) {
    await end(client)
    throw error
  }
}

/** An active query does not keep it. */
async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {})
}

async function* readRows(
  client: pg.Client,
  query: string,
  window: Parameters<SqlSession['read']>[1],
  chunkRows: number,
  fail: (error: unknown) => unknown,
): AsyncGenerator<{ columns: { name: string; kind: ColumnKind }[]; rows: (string | null)[][] }> {
  const bounds: WindowBound[] = []
  const text = bindWindow(query, (bound) => {
    if (!bounds.includes(bound)) bounds.push(bound)
    return `$${bounds.indexOf(bound) + 1}::${bound === 'step' ? 'integer' : 'timestamptz'}`
  })
  const values = bounds.map((bound) => (bound === 'step' ? boundValue(bound, window) : `${boundValue(bound, window)}Z`))
  try {
    await client.query('begin read only')
    // The extended protocol takes one statement: a second one could end the transaction that only reads
    await client.query(extended(`declare omen no scroll cursor for ${text}`, values))
    for (let isLast = false; !isLast; ) {
      const fetched = await client.query({ text: `fetch ${chunkRows} from omen`, rowMode: 'array', types: asTexts })
      yield {
        columns: fetched.fields.map(({ name, dataTypeID }) => ({ name, kind: kindOf(dataTypeID) })),
        rows: fetched.rows,
      }
      isLast = fetched.rows.length < chunkRows
    }
    await client.query('rollback')
  } catch (error) {
    throw fail(error)
  }
}

/** `queryMode` is of pg 8.12; its types do not know it. */
function extended(text: string, values: readonly string[]): pg.QueryConfig {
  return { text, values: [...values], queryMode: 'extended' } as pg.QueryConfig
}

const asTexts = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig
/** Of `pg_type`, which are the same everywhere. */
const KINDS: Readonly<Record<ColumnKind, readonly number[]>> = {
  time: [1082, 1114, 1184],
  number: [16, 20, 21, 23, 700, 701, 1700],
  text: [18, 19, 25, 650, 829, 869, 1042, 1043, 2950],
  other: [],
}
const FIRST_OWN_TYPE = 16_384

function kindOf(type: number): ColumnKind {
  const found = (['time', 'number', 'text'] as const).find((kind) => KINDS[kind].includes(type))
  // Enumerations are types of their own
  return found ?? (type >= FIRST_OWN_TYPE ? 'text' : 'other')
}

function toError(error: unknown, { password = '' }: SqlCredentials, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (!(error instanceof pg.DatabaseError)) return toTransportError(error)
  const { code = '', message } = error
  return new CollectorError(faultOf(code), { providerText: cleanText(message, [password]) })
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function faultOf(code: string): CollectionFault {
  if (code.startsWith('28')) return 'credentials'
  if (code === '42501') return 'permission'
  if (code === '3D000') return 'notFound'
  if (code === '53300') return 'throttled'
  if (code === '57014') return 'timeout'
  if (['42', '22', '25', '26', '34', '0A'].includes(code.slice(0, 2))) return 'query'
  return 'providerFailed'
}
