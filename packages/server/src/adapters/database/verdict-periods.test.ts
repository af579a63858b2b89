import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { copyMigrationsBefore } from '../../testing/migrations-before.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PERIOD = { kind: 'anomaly', start: 1, end: 2, val: -6.25, probability: 1e-9, series: [{ seriesId: 'cpu[a]' }] }

it('keeps verdicts that were given when only a pattern was stored', async () => {
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: copyMigrationsBefore(folder, 'verdict_periods') })
  // Only what the step looks at: the other columns of these tables are of no concern to it.
  await client.query("SET session_replication_role = 'replica'")
  await fill(client)
  await migrate(db, { migrationsFolder: copyMigrationsBefore(folder, 'nouns') })
  const { rows } = await client.query('SELECT period_id, period FROM verdicts')
  expect(rows).toEqual([{ period_id: 'known', period: PERIOD }])
  await client.end()
  await postgres.stop()
})

async function fill(client: pg.Client): Promise<void> {
  await insert(client, 'detections', { id: 'd', periods: [{ ...PERIOD, val: 3 }, PERIOD] })
  const pattern = { kind: 'anomaly', seriesId: 'cpu[a]', side: -1, degree: 6.25 }
  await insert(client, 'verdicts', { detection_id: 'd', period_id: 'known', pattern })
  await insert(client, 'verdicts', { detection_id: 'd', period_id: 'gone', pattern: { ...pattern, degree: 9 } })
}

/** Columns that are not given get the plainest value of their type. */
async function insert(client: pg.Client, table: string, given: Record<string, unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = $1 AND is_nullable = 'NO'`,
    [table],
  )
  const plainest = (type: string): unknown =>
    type === 'jsonb' ? [] : type === 'text' ? '' : type === 'boolean' ? false : 0
  const values = { ...Object.fromEntries(rows.map(({ name, type }) => [name, plainest(type)])), ...given }
  const texts = Object.values(values).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
  const places = texts.map((_, k) => `$${k + 1}`)
  await client.query(`INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${places.join(', ')})`, texts)
}
