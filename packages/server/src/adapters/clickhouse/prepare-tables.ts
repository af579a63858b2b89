import { type ClickHouse, readRows } from './clickhouse.ts'
import { requiredSettings, storedTable, tableStatements } from './tables.ts'

/** Creates missing tables and adds missing settings to tables of an earlier version. */
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
}
