import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { isDatabaseDamage } from '../../ports/database-damage.ts'
import * as schema from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { askFigures, askWritable } from '../health/ask.ts'
import { countOf } from './count-of.ts'
import { type Finding, failure, ok } from './finding.ts'

const NAMES = { database: 'PostgreSQL', points: 'ClickHouse', files: 'the file store' } as const

export async function* checkStores(ctx: Context, migrations: number): AsyncGenerator<Finding> {
  const { stores } = await askFigures(ctx)
  const writable = await askWritable(ctx)
  for (const store of ['database', 'points', 'files'] as const) {
    const answers = store === 'files' || stores[store]
    if (!answers)
      yield failure('stores', `${NAMES[store]} does not answer`, 'See its log; the server cannot work without it.')
    else if (!writable[store])
      yield failure(
        'stores',
        `${NAMES[store]} is not writable`,
        'Look for a full disk, a read-only mount or missing rights.',
      )
    else yield ok('stores', `${NAMES[store]} answers and is writable`)
  }
  if (!stores.database) return
  yield await checkMigrations(ctx, migrations)
  yield* checkTables(ctx)
}

/** Reads every row of every table, so that a damaged page is found before somebody needs it. */
async function* checkTables(ctx: Context): AsyncGenerator<Finding> {
  let damaged = 0
  for (const table of Object.values(schema).filter((one) => is(one, PgTable))) {
    const isWhole = await readWhole(ctx, table)
    if (isWhole) continue
    damaged++
    yield failure(
      'stores',
      `PostgreSQL's table ${getTableName(table)} has a damaged page`,
      'Restore a backup: what the page held is lost. Tables that are not named can be read.',
    )
  }
  if (damaged === 0) yield ok('stores', 'every row of PostgreSQL can be read')
}

async function readWhole(ctx: Context, table: PgTable): Promise<boolean> {
  try {
    await ctx.db.execute(sql`select sum(length(row_text)) from (select t::text as row_text from ${table} t) rows`)
    return true
  } catch (error) {
    if (isDatabaseDamage(error)) return false
    throw error
  }
}

async function checkMigrations(ctx: Context, known: number): Promise<Finding> {
  const applied = await countOf(ctx, sql`select count(*)::int as total from drizzle.__drizzle_migrations`)
  if (applied === known) return ok('stores', `the tables are those of this version (${applied} migrations)`)
  return failure(
    'stores',
    `the database has had ${applied} migrations, this version has ${known}`,
    'Run the version of Omen that last used this database, or a newer one.',
  )
}
