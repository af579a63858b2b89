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

it('keeps the texts that came of deliveries before failures were stored by code', async () => {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  await migrate(drizzle(client), { migrationsFolder: copyMigrationsBefore(folder, 'delivery-failures') })
  // Only what the step looks at
  await client.query("SET session_replication_role = 'replica'")
  const said = 'It answered 410: "gone".'
  await client.query(
    `INSERT INTO deliveries (id, alert_id, target, state, next_at, error)
      VALUES ('failed', 'a', 't', 'failed', 0, $1), ('sent', 'b', 't', 'sent', 0, NULL)`,
    [said],
  )
  await client.query(
    `INSERT INTO integrations (id, owner_id, provider, account, service_key, hint, is_for_all, is_for_escalation, created_at, stopped_text)
      VALUES ('i', 'o', 'slack', 'ops', '', '', true, false, 0, $1)`,
    [said],
  )
  await migrate(drizzle(client), { migrationsFolder })
  const { rows } = await client.query(
    'SELECT error AS failure FROM deliveries UNION ALL SELECT stopped_text FROM integrations',
  )
  const kept = { failure: { code: 'text', text: said } }
  expect(rows).toEqual([kept, { failure: null }, kept])
  await client.end()
  await postgres.stop()
})
