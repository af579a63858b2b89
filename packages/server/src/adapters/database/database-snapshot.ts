import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { backupLock, removalLock } from '../../ports/advisory-locks.ts'
import {
  type AppliedMigration,
  DatabaseArchiveError,
  type DatabaseSnapshot,
  type DumpedTable,
  type SequenceState,
} from '../../ports/database-archive.ts'
import { dumpTable } from './dump-table.ts'
import { migrationsFolder } from './migrations-folder.ts'

/** The locks come first: what the snapshot names must not be on its way out already. */
export async function openDatabaseSnapshot(client: Client): Promise<DatabaseSnapshot> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [backupLock])
  if (!rows[0].isOurs) throw new DatabaseArchiveError('another-backup', 'Another backup of this server is under way.')
  await client.query('select pg_advisory_lock($1)', [removalLock])
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
export async function readTables(client: Client): Promise<DumpedTable[]> {
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
