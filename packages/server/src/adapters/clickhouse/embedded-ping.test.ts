import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEmbeddedClickHouse } from './embedded-clickhouse.ts'

it('answers a ping while the maximum number of statements runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omen-ping-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const clickhouse = await openEmbeddedClickHouse(folder)
  onTestFinished(() => clickhouse.close())
  const ended: string[] = []
  const busy = [1, 2].map(() => clickhouse.read('SELECT toUInt32(sleep(3))').then(() => ended.push('statement')))
  await clickhouse.ping().then(() => ended.push('ping'))
  await Promise.all(busy)
  expect(ended[0]).toBe('ping')
})
