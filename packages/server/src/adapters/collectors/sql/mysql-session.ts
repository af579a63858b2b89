import { connect as connectSocket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { type Connection, createConnection, type FieldPacket, type QueryError, type SslOptions } from 'mysql2'
import { CollectorError } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { cleanText } from '../ask-provider.ts'
import { bindWindow, boundValue, type WindowBound } from './bind-window.ts'
import { resolveHost, tlsOptions, toTransportError } from './connect.ts'
import type { SqlCredentials } from './postgresql-session.ts'
import type { SqlAddress } from './sql-address.ts'
import { type ColumnKind, type SqlChunk, type SqlSession, STATEMENT_TIMEOUT_MS } from './sql-session.ts'

const CONNECT_TIMEOUT_MS = 15_000

export async function openMysqlSession(
  address: SqlAddress,
  credentials: SqlCredentials,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<SqlSession> {
  const ip = await resolveHost(outbound, address.host, signal)
  const fail = (error: unknown) => toMysqlError(error, credentials.password, signal)
  const connect = (hasTls: boolean) => connectClient({ address, ip, credentials, outbound, hasTls }, signal)
  let client: Connection | undefined
  try {
    const connected = await connect(address.sslMode !== 'disable').catch((error: QueryError) => {
      if (address.sslMode === 'prefer' && error.code === 'HANDSHAKE_NO_SSL_SUPPORT') return connect(false)
      throw error
    })
    client = connected
    for (const statement of await preparing(connected, signal)) await run(connected, statement, signal)
    // A statement that is under way would have to end before the farewell
    let isReading = false
    return {
      async *read(query, window, chunkRows) {
        isReading = true
        yield* readRows(connected, { query, window, chunkRows, signal }, fail)
        isReading = false
      },
      close: async () => (isReading ? connected.destroy() : leave(connected)),
    }
  } catch (error) {
    client?.destroy()
    throw fail(error)
  }
}

/** https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, https://mariadb.com/kb/en/mariadb-error-code-reference/ */
const BY_NUMBER: readonly (readonly [CollectionFault, readonly number[]])[] = [
  ['credentials', [1045, 1698, 1820, 1862, 1251]],
  ['permission', [1044, 1142, 1143, 1227, 1370, 1410]],
  ['notFound', [1049]],
  ['throttled', [1040, 1203, 1226]],
  ['timeout', [1205, 1317, 1969, 3024]],
]

/** Classes of SQLSTATE that tell of the statement. */
const STATEMENT_CLASSES = ['07', '21', '22', '25', '42']

function toMysqlError(error: unknown, password: string | undefined, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  const { errno, sqlState = '', message = '' } = error as { errno?: number; sqlState?: string; message?: string }
  if (error instanceof CollectorError || errno === undefined || !sqlState) return toTransportError(error)
  const [known] = BY_NUMBER.find(([, numbers]) => numbers.includes(errno)) ?? []
  const ofClass = STATEMENT_CLASSES.includes(sqlState.slice(0, 2)) ? 'query' : 'providerFailed'
  return new CollectorError(known ?? ofClass, { providerText: cleanText(message, [password ?? '']) })
}

interface ClientOptions {
  readonly address: SqlAddress
  readonly ip: string
  readonly credentials: SqlCredentials
  readonly outbound: Outbound
  readonly hasTls: boolean
}

/** The name stays that of the host, for its certificate; the connection is made to the address that was checked. */
async function connectClient({ address, ip, credentials, outbound, hasTls }: ClientOptions, signal: AbortSignal) {
  signal.throwIfAborted()
  const { host, port, database, sslMode } = address
  const tls = hasTls ? tlsOptions(address, outbound) : false
  const client = createConnection({
    host,
    port,
    database,
    user: credentials.userName ?? '',
    password: credentials.password ?? '',
    stream: () => connectSocket(port, ip),
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(tls && { ssl: { ...pick(tls), verifyIdentity: sslMode === 'verify-full' } as SslOptions }),
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    multipleStatements: false,
  })
  // What ends a connection ends the statement that waits for it
  client.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    client.connect((error) => {
      signal.removeEventListener('abort', stop)
      if (error) reject(error)
      else resolve()
    })
  }).catch((error: unknown) => {
    client.destroy()
    throw error
  })
  return client
}

function pick({ rejectUnauthorized, ca }: { rejectUnauthorized?: boolean | undefined; ca?: unknown }) {
  return { rejectUnauthorized, ...(ca !== undefined && { ca }) }
}

/** MySQL and MariaDB name the limit of a statement's time differently. */
async function preparing(client: Connection, signal: AbortSignal): Promise<string[]> {
  const [row] = (await run(client, 'select version() as version', signal)) as { version: string }[]
  const isMariaDb = row?.version.includes('MariaDB')
  const limit = isMariaDb
    ? `set session max_statement_time = ${STATEMENT_TIMEOUT_MS / 1000}`
    : `set session max_execution_time = ${STATEMENT_TIMEOUT_MS}`
  return [limit, "set session time_zone = '+00:00'", 'set session transaction read only', 'start transaction']
}

/** A server that accepted the connection may still say nothing. */
function run(client: Connection, sql: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    client.query({ sql, timeout: CONNECT_TIMEOUT_MS }, (error, result) => {
      signal.removeEventListener('abort', stop)
      if (error) reject(error)
      else resolve(result)
    })
  })
}

function leave(client: Connection): Promise<void> {
  return new Promise((resolve) => client.end(() => resolve()))
}

interface ReadRequest {
  readonly query: string
  readonly window: Parameters<SqlSession['read']>[1]
  readonly chunkRows: number
  readonly signal: AbortSignal
}

async function* readRows(
  client: Connection,
  { query, window, chunkRows, signal }: ReadRequest,
  fail: (error: unknown) => unknown,
): AsyncGenerator<SqlChunk> {
  const bounds: WindowBound[] = []
  const sql = bindWindow(query, (bound) => {
    bounds.push(bound)
    return bound === 'step' ? 'cast(? as signed)' : 'cast(? as datetime(3))'
  })
  const values = bounds.map((bound) => boundValue(bound, window))
  try {
    let columns: SqlChunk['columns'] = []
    let rows: (string | null)[][] = []
    const options = { sql, rowsAsArray: true, timeout: STATEMENT_TIMEOUT_MS + 5000 }
    const statement = client.execute(options, values)
    // Its stream stops listening when it is destroyed, and the time-out of the statement would end the process
    statement.on('error', () => {})
    const found = addAbortSignal(signal, statement.stream({ highWaterMark: chunkRows }))
    found.once('fields', (fields: FieldPacket[]) => {
      columns = fields.map((field) => ({ name: field.name, kind: kindOf(field) }))
    })
    for await (const row of found as AsyncIterable<unknown[]>) {
      rows.push(row.map(toText))
      if (rows.length < chunkRows) continue
      yield { columns, rows }
      rows = []
    }
    yield { columns, rows }
  } catch (error) {
    throw fail(error)
  }
}

function toText(value: unknown): string | null {
  return value === null || value === undefined || Buffer.isBuffer(value) ? null : String(value)
}

const BINARY_CHARSET = 63
/** https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const KINDS: Readonly<Record<ColumnKind, readonly number[]>> = {
  time: [7, 10, 12],
  number: [0, 1, 2, 3, 4, 5, 8, 9, 13, 246],
  text: [15, 247, 248, 252, 253, 254],
  other: [],
}

function kindOf({ columnType = -1, characterSet }: FieldPacket & { characterSet?: number }): ColumnKind {
  const kind = (['time', 'number', 'text'] as const).find((one) => KINDS[one].includes(columnType)) ?? 'other'
  return kind === 'text' && characterSet === BINARY_CHARSET ? 'other' : kind
}
