import { type ClickHouse, readRows } from './clickhouse.ts'
import { requiredIndexes, requiredSettings, storedTable, tableStatements } from './tables.ts'

/** Creates missing tables and adds missing settings and indexes to tables of an earlier version. */
export async function prepareTables(clickhouse: ClickHouse, cluster: string | null): Promise<void> {
  for (const statement of tableStatements(cluster)) await clickhouse.command(statement)
  const rows = await readRows(
    clickhouse,
    'SELECT name, engine_full FROM system.tables WHERE database = currentDatabase()',
  )
  const engines = new Map(rows.map(([name, engine]) => [name!, engine!]))
  for (const [table, settings] of requiredSettings(cluster)) {
    const lacking = settings.filter((setting) => !(engines.get(table) ?? '').includes(setting))
    if (lacking.length > 0)
      await clickhouse.command(
        `ALTER TABLE ${storedTable(table.replace(/_local$/, ''), cluster)} MODIFY SETTING ${lacking.join(', ')}`,
      )
  }
  const found = await readRows(
    clickhouse,
    'SELECT table, name FROM system.data_skipping_indices WHERE database = currentDatabase()',
  )
  const known = new Set(found.map(([table, name]) => `${table} ${name}`))
  for (const [table, indexes] of requiredIndexes(cluster)) {
    const lacking = indexes.filter(({ name }) => !known.has(`${table} ${name}`))
    if (lacking.length > 0)
      await clickhouse.command(
        `ALTER TABLE ${storedTable(table.replace(/_local$/, ''), cluster)} ${lacking.map(({ name, definition }) => `ADD INDEX IF NOT EXISTS ${name} ${definition}`).join(', ')}`,
      )
  }
}
