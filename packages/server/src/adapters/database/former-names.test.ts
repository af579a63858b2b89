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

it('marks the names of series that are stored as former ones, and not those of series that come later', async () => {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: copyMigrationsBefore(folder, 'series_identity') })
  // Only what the step looks at
  await client.query("SET session_replication_role = 'replica'")
  const add = (number: number, id: string) =>
    client.query(
      "INSERT INTO series (source_id, number, series_id, metric, instance) VALUES ('project', $1, $2, 'm', '')",
      [number, id],
    )
  await add(0, 'before')
  await migrate(drizzle(client), { migrationsFolder })
  await add(1, 'after')
  const { rows } = await client.query('SELECT series_id, has_former_name, identity FROM series ORDER BY number')
  expect(rows).toEqual([
    { series_id: 'before', has_former_name: true, identity: null },
    { series_id: 'after', has_former_name: false, identity: null },
  ])
  await client.end()
  await postgres.stop()
})
