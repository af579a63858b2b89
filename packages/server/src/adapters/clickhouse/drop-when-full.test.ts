import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPointStore } from './clickhouse-point-store.ts'
import { openEmbeddedClickHouse } from './embedded-clickhouse.ts'

const POLL = { timeout: 15_000, interval: 200 }

test('rows that wait while the disk is full do not outlive the source that is dropped meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'omen-points-'))
  const clickhouse = await openEmbeddedClickHouse(folder)
  let isFull = false
  const store = await createPointStore(
    {
      ...clickhouse,
      insert: (...block) =>
        isFull ? Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })) : clickhouse.insert(...block),
    },
    { cluster: null, journalFolder: folder, recorded: async () => undefined },
  )
  onTestFinished(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const append = (time: number) =>
    store.append('gone', {
      series: Uint32Array.of(0),
      times: Float64Array.of(time),
      values: Float64Array.of(1),
    })
  const points = async () => (await store.describeLive('gone')).points
  await append(1000)
  expect(await points()).toBe(1)
  isFull = true
  await append(2000)
  await expect(store.settle('gone')).rejects.toThrow('no space')
  await expect(store.drop(['gone'])).rejects.toThrow('no space left for points')
  await expect.poll(points, POLL).toBe(0)
  isFull = false
  // A try that began before may still fail
  await expect.poll(points, POLL).toBe(1)
  await store.settle('gone')
  await store.drop(['gone'])
  await expect.poll(points, POLL).toBe(0)
})
