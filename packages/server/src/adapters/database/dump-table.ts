import { type Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { DumpedTable, TableDump } from '../../ports/database-archive.ts'

/** In the text format, which every later PostgreSQL reads. */
export function dumpTable(client: Client, table: DumpedTable): TableDump {
  let rows: number | undefined
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    const stream = client.query(copyTo(`copy ${target(table)} to stdout`))
    yield* stream
    // The count comes after the last row; by the answer to another query it is there.
    await client.query('select 1')
    rows = stream.rowCount
  }
  return {
    chunks: chunks(),
    rows() {
      if (rows === undefined) throw new Error(`${table.name} is not read to its end`)
      return rows
    },
  }
}

/** `drizzle.__drizzle_migrations (id, hash)`, each name in quotes. */
export function target(table: DumpedTable): string {
  return `${quote(table.name)} (${table.columns.map(escapeIdentifier).join(', ')})`
}

export function quote(name: string): string {
  return name.split('.').map(escapeIdentifier).join('.')
}
