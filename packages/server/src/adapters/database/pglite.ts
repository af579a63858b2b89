import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { DatabaseHandle } from '../../ports/database.ts'
import { migrationsFolder } from './migrations-folder.ts'
import * as schema from './schema/index.ts'

export async function openPglite(folder: string | null): Promise<DatabaseHandle> {
  const client = folder === null ? await PGlite.create() : await PGlite.create(folder)
  const db = drizzle(client, { schema })
  await migrate(db, { migrationsFolder })
  return {
    db,
    kind: 'pglite',
    executeSql: (text, values) => executeSql(client, text, values),
    ping: async () => void (await client.query('select 1')),
    close: () => client.close(),
  }
}

/** Without values a text may hold several statements, which only `exec` runs. */
async function executeSql(
  client: PGlite,
  text: string,
  values?: unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  if (values && values.length > 0) return client.query<Record<string, unknown>>(text, values)
  const results = await client.exec(text)
  return { rows: results.flatMap((result) => result.rows as Record<string, unknown>[]) }
}
