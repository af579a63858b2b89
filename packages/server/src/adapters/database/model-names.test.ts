import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { copyMigrationsBefore } from '../../testing/migrations-before.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { migrationsFolder } from './migrations-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('brings model names into normal form C, but for two that would become one, and keeps whom models are shared with', async () => {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: copyMigrationsBefore(folder, 'sign_in_places') })
  // Only what the step looks at: the other columns and tables are of no concern to it.
  await client.query("SET session_replication_role = 'replica'")
  await fill(client)
  await migrate(drizzle(client), { migrationsFolder })
  const { rows } = await client.query('SELECT id, model_name, shared_names FROM models ORDER BY id')
  expect(rows).toEqual([
    { id: 'alone', model_name: 'caf\u00e9', shared_names: ['reader01', 'reader02'] },
    { id: 'composed', model_name: 'na\u00efve', shared_names: [] },
    { id: 'decomposed', model_name: 'nai\u0308ve', shared_names: [] },
  ])
  await client.end()
  await postgres.stop()
})

async function fill(client: pg.Client): Promise<void> {
  const models = [
    ['alone', 'cafe\u0301'],
    ['composed', 'na\u00efve'],
    ['decomposed', 'nai\u0308ve'],
  ]
  for (const values of models)
    await client.query(
      "INSERT INTO models (id, owner_id, model_name, model_type, is_demo, created_at, updated_at) VALUES ($1, 'owner', $2, 'Holistic', false, 0, 0)",
      values,
    )
  for (const reader of ['reader01', 'reader02']) {
    await client.query(
      "INSERT INTO accounts (id, user_name, role, locale, time_zone, password_hash, created_at) VALUES ($1, $1, 'member', 'en', 'UTC', '', 0)",
      [reader],
    )
    await client.query("INSERT INTO model_shares (model_id, account_id) VALUES ('alone', $1)", [reader])
  }
}
