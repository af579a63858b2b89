import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openEmbeddedClickHouse } from './embedded-clickhouse.ts'

it('answers a ping while the maximum number of statements runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omen-ping-'))
  const clickhouse = await openEmbeddedClickHouse(folder)
  const ended: string[] = []
  const busy = [1, 2].map(() => clickhouse.read('SELECT toUInt32(sleep(3))').then(() => ended.push('statement')))
  await clickhouse.ping().then(() => ended.push('ping'))
  await Promise.all(busy)
  expect(ended[0]).toBe('ping')
  await clickhouse.close()
  rmSync(folder, { recursive: true })
})
