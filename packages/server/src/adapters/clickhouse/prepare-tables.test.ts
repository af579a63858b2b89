import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readRows } from './clickhouse.ts'
import { openEmbeddedClickHouse } from './embedded-clickhouse.ts'
import { prepareTables } from './prepare-tables.ts'
import { tableStatements } from './tables.ts'

it('adds the index of words to a table of an earlier version, which keeps its lines', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omen-tables-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const clickhouse = await openEmbeddedClickHouse(folder)
  onTestFinished(() => clickhouse.close())
  const before = tableStatements(null).find((statement) => statement.includes('log_lines'))!
  await clickhouse.command(before.replace(/, INDEX \w+ .*? GRANULARITY 1/, ''))
  await clickhouse.command(`INSERT INTO log_lines VALUES ('p_1', 1, 1, 0, 0, 9, 0, '', '', 'disk full', '')`)
  const indexes = `SELECT name FROM system.data_skipping_indices WHERE table = 'log_lines'`
  expect(await readRows(clickhouse, indexes)).toEqual([])
  for (let start = 0; start < 2; start++) await prepareTables(clickhouse, null)
  expect(await readRows(clickhouse, indexes)).toEqual([['words']])
  await clickhouse.command(`INSERT INTO log_lines VALUES ('p_1', 2, 2, 0, 0, 9, 0, '', '', 'disk mended', '')`)
  expect(
    await readRows(clickhouse, `SELECT line FROM log_lines WHERE hasToken(lower(line), 'disk') ORDER BY ts`),
  ).toEqual([['disk full'], ['disk mended']])
})
