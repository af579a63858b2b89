import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openEmbeddedClickHouse } from './embedded-clickhouse.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-mend-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tableFolder = (): string => {
  const store = join(folder, 'data', 'store')
  const path = readdirSync(store, { recursive: true })
    .map(String)
    .find((name) => name.endsWith('format_version.txt'))!
  return join(store, path, '..')
}

it.each([
  ['an empty deletion', () => writeFileSync(join(tableFolder(), 'mutation_9.txt'), '')],
  ['an empty format version', () => truncateSync(join(tableFolder(), 'format_version.txt'))],
])('opens a folder in which a full disk left %s', async (_, damage) => {
  const first = await openEmbeddedClickHouse(folder)
  await first.command('CREATE TABLE IF NOT EXISTS t (a Int64) ENGINE = MergeTree ORDER BY a')
  await first.command('INSERT INTO t VALUES (7)')
  await first.close()
  damage()
  const second = await openEmbeddedClickHouse(folder)
  expect(
    Buffer.from(await second.read('SELECT max(a) FROM t', 'TabSeparatedRaw'))
      .toString()
      .trim(),
  ).toBe('7')
  await second.close()
})
