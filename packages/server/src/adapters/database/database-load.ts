import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  type AppliedMigration,
  DatabaseArchiveError,
  type DatabaseLoad,
  type DatabaseShape,
  type DumpedTable,
  type SequenceState,
  type TableSink,
} from '../../ports/database-archive.ts'
import { readTables } from './database-snapshot.ts'
import { dumpTable, quote, target } from './dump-table.ts'
import { migrationsFolder } from './migrations-folder.ts'

/** Makes the tables as they were when the dump was made; migrations that came later are applied by the next start. */
export async function openDatabaseLoad(client: Client, shape: DatabaseShape): Promise<DatabaseLoad> {
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
