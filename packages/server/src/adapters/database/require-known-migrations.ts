import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { serverVersion } from '../../config/server-version.ts'
import { OperatorError } from '../../ports/operator-error.ts'
import { migrationsFolder } from './migrations-folder.ts'

const LIST = 'drizzle.__drizzle_migrations'
const thisVersion = `Omen ${serverVersion}`
/** The oldest version that the setting's description promises, as PostgreSQL numbers its versions. */
const MIN_SERVER_VERSION = 150_000

/**
 * Rejects with a sentence for the operator where a later Omen has migrated the database, or PostgreSQL itself is too old. Reads only.
 * `isCurrent` is false where migrations of this version are still to come.
 */
export async function requireKnownMigrations(client: Pick<ClientBase, 'query'>): Promise<{ isCurrent: boolean }> {
  await requireServerVersion(client)
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  const { rows: found } = await client.query(
    `select obj_description(to_regclass($1), 'pg_class') as comment where to_regclass($1) is not null`,
    [LIST],
  )
  if (found.length === 0) return { isCurrent: false }
  const { rows } = await client.query(`select created_at from ${LIST} order by created_at`)
  const applied = rows.map(({ created_at }) => Number(created_at))
  const unknown = applied.filter((time) => !known.includes(time))
  if (unknown.length > 0) throw new OperatorError(describe(unknown, found[0].comment))
  return { isCurrent: known.every((time) => applied.includes(time)) }
}

/** Stands beside the list of migrations, for an earlier version that comes upon the database. */
export async function recordVersion(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`comment on table ${LIST} is '${thisVersion.replaceAll("'", "''")}'`)
}

async function requireServerVersion(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  )
  const [{ number, name }] = rows
  if (number >= MIN_SERVER_VERSION) return
  throw new OperatorError(
    `This PostgreSQL is version ${name}; Omen needs ${MIN_SERVER_VERSION / 10_000} or later. Update it, or name another server in OMEN_DATABASE_URL.`,
  )
}

function describe(unknown: readonly number[], comment: string | null): string {
  const by = comment?.startsWith('Omen ') && comment !== thisVersion ? comment : 'a later version of Omen'
  const day = new Date(unknown.at(-1)!).toISOString().slice(0, 10)
  const migrations = unknown.length === 1 ? 'a migration' : `${unknown.length} migrations`
  return `The database was changed by ${by}: it has ${migrations} that this version (${serverVersion}) does not know, the last of ${day}. Start that version or a later one, or restore a backup of this version into an empty data folder. Nothing was changed.`
}
