import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client, escapeIdentifier } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BACKUP_LOCK, REMOVAL_LOCK } from '../../ports/advisory-locks.ts'
import {
  type AppliedMigration,
  type DatabaseArchive,
  DatabaseArchiveError,
  type DatabaseLoad,
  type DatabaseShape,
  type DatabaseSnapshot,
  type DumpedTable,
  type SequenceState,
  type TableDump,
  type TableSink,
} from '../../ports/database-archive.ts'
import { migrationsFolder } from './migrations-folder.ts'

/** On the database at `url`, whose tables are neither made nor changed by a look at them. */
export function createDatabaseArchive(url: string): DatabaseArchive {
  return {
    openSnapshot: () => withSession(url, openDatabaseSnapshot),
    openLoad: (shape) => withSession(url, (client) => openDatabaseLoad(client, shape)),
  }
}

/** A snapshot and a load are each as long as their session. */
async function withSession<T>(url: string, open: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  // A broken session is reported by the pending query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    for (const setting of SETTINGS) await client.query(`set ${setting}`)
    return await open(client)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** What decides how values are spelled, so that the same rows are the same bytes on every server; and no limit of time. */
const SETTINGS = [
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'iso_8601'",
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  // Else a scan of a large table may begin in its middle, and two dumps of the same rows differ.
  'synchronize_seqscans = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

/** Makes the tables as they were when the dump was made; migrations that came later are applied by the next start. */
async function openDatabaseLoad(client: Client, shape: DatabaseShape): Promise<DatabaseLoad> {
  await client.query('begin')
  await requireEmpty(client)
  await migrateAsDumped(client, shape.migrations)
  const tables = new Set((await readTables(client)).map((table) => table.name))
  await client.query(`truncate ${[...tables].map(quote).join(', ')}`)
  const addForeignKeys = await dropForeignKeys(client)
  return {
    has: (table) => tables.has(table.name),
    load: (table) => openSink(client, table),
    dump: (table) => dumpTable(client, table),
    async commit() {
      await addForeignKeys()
      await setSequences(client, shape.sequences)
      await client.query('commit')
    },
    // Not `end`: a load that was left in the middle has no end. What was not committed is gone with the session.
    async close() {
      client.connection.stream.destroy()
    },
  }
}

async function requireEmpty(client: Client): Promise<void> {
  const [table] = await readTables(client)
  if (table) throw new DatabaseArchiveError('not-empty', `The database is not empty: it has a table ${table.name}.`)
}

/** The locks come first: what the snapshot names must not be on its way out already. */
async function openDatabaseSnapshot(client: Client): Promise<DatabaseSnapshot> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [BACKUP_LOCK])
  if (!rows[0].isOurs) throw new DatabaseArchiveError('another-backup', 'Another backup of this server is under way.')
  await client.query('select pg_advisory_lock($1)', [REMOVAL_LOCK])
  await client.query('begin isolation level repeatable read read only')
  const shape = {
    migrations: requireCurrent(await readMigrations(client)),
    tables: await readTables(client),
    sequences: await readSequences(client),
  }
  return {
    shape,
    db: drizzle(client),
    dump: (table) => dumpTable(client, table),
    // Not `end`: a dump that was left in the middle would first be sent to its end.
    async close() {
      client.connection.stream.destroy()
    },
  }
}

async function readMigrations(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query('select hash, created_at from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ hash, created_at }) => ({ hash, createdAt: Number(created_at) }))
}

/** What the rows name is read by this version's tables. */
function requireCurrent(applied: AppliedMigration[]): AppliedMigration[] {
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  if (known.length === applied.length && applied.every(({ hash }) => known.includes(hash))) return applied
  throw new DatabaseArchiveError(
    'other-version',
    'The database belongs to another version of Omen. Start this version on it once, which brings it up to date, or make the backup with the version that runs.',
  )
}

/** Omen's own tables and the list of its migrations; a queue makes its messages again from the jobs. */
async function readTables(client: Client): Promise<DumpedTable[]> {
  const { rows } = await client.query(`
    select case when n.nspname = 'drizzle' then 'drizzle.' else '' end || c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (current_schema(), 'drizzle') order by 1`)
  return rows
}

async function readSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query(`
    select case when schemaname = 'drizzle' then 'drizzle.' else '' end || sequencename as name,
      coalesce(last_value, start_value)::text as value, last_value is not null as "isCalled"
    from pg_sequences where schemaname in (current_schema(), 'drizzle') order by 1`)
  return rows
}

async function migrateAsDumped(client: Client, applied: readonly AppliedMigration[]): Promise<void> {
  const known = new Map(readMigrationFiles({ migrationsFolder }).map((migration) => [migration.hash, migration]))
  // The list of drizzle itself is one of the dumped tables.
  await client.query('create schema drizzle')
  await client.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { hash, createdAt } of applied) {
    const migration = known.get(hash)
    if (!migration)
      throw new DatabaseArchiveError(
        'later-migration',
        `The backup was made by a later version of Omen: its migration of ${new Date(createdAt).toISOString()} is unknown here. Update Omen first.`,
      )
    for (const statement of migration.sql) await client.query(statement)
  }
}

/** Rows come in the order of the tables' names; the keys are checked in one go when all are there. */
async function dropForeignKeys(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = current_schema()`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

function openSink(client: Client, table: DumpedTable): TableSink {
  const stream = client.query(copyFrom(`copy ${target(table)} from stdin`))
  const end = finished(stream)
  end.catch(() => {})
  return {
    async write(chunk) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), end])
    },
    async finish() {
      stream.end()
      await end
      return stream.rowCount
    },
  }
}

async function setSequences(client: Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval(to_regclass($1), $2, $3)', [quote(name), value, isCalled])
}

/** In the text format, which every later PostgreSQL reads. */
function dumpTable(client: Client, table: DumpedTable): TableDump {
  let rows: number | undefined
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    const stream = client.query(copyTo(`copy ${target(table)} to stdout`))
    yield* stream
    // The count comes after the last row; by the answer to another query it is there.
    await client.query('select 1')
    rows = stream.rowCount
  }
  return {
    chunks: chunks(),
    rows() {
      if (rows === undefined) throw new Error(`${table.name} is not read to its end`)
      return rows
    },
  }
}

/** `drizzle.__drizzle_migrations (id, hash)`, each name in quotes. */
function target(table: DumpedTable): string {
  return `${quote(table.name)} (${table.columns.map(escapeIdentifier).join(', ')})`
}

function quote(name: string): string {
  return name.split('.').map(escapeIdentifier).join('.')
}
