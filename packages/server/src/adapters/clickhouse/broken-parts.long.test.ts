import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatasetChecksum, PointStore } from '../../ports/point-store.ts'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import type { ClickHouse } from './clickhouse.ts'
import { createPointStore } from './clickhouse-point-store.ts'
import { openEmbeddedClickHouse } from './embedded-clickhouse.ts'
import { encodePoints } from './point-codec.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-broken-'))
const table = join(folder, 'data', 'data', 'default', 'points')
const records = new Map<string, DatasetChecksum>()
const block = encodePoints(Float64Array.of(1000, 2000), [Float64Array.of(1, 2)])
/** More than ClickHouse opens a table with by default. */
const BROKEN = 105
const names = Array.from({ length: BROKEN + 2 }, (_, index) => `ds_${index}`)

let store: PointStore
let clickhouse: ClickHouse
async function open(): Promise<void> {
  clickhouse = await openEmbeddedClickHouse(folder)
  store = await createPointStore(clickhouse, { cluster: null, recorded: async (dataset) => records.get(dataset) })
  await clickhouse.command('SYSTEM STOP MERGES')
}
/** The folders of the parts, in the order in which they were inserted. */
const parts = (): string[] =>
  readdirSync(table)
    .filter((name) => name.startsWith('0_'))
    .sort((a, b) => Number(a.split('_')[1]) - Number(b.split('_')[1]))
    .map((name) => join(table, name))

beforeAll(async () => {
  await open()
  for (const name of names) {
    await store.insertPoints(name, block)
    records.set(name, await store.computeChecksum(name))
  }
  await store.close()
  for (const [index, part] of parts().slice(0, BROKEN).entries()) breakPart(part, index)
  await open()
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** As a power cut leaves them: cut off, empty, without some files, without all of them. */
function breakPart(part: string, index: number): void {
  const data = join(part, 'data.bin')
  if (index % 4 === 0) truncateSync(data, 20)
  else if (index % 4 === 1) truncateSync(join(part, 'checksums.txt'), 0)
  else if (index % 4 === 2) rmSync(data)
  else for (const name of readdirSync(part)) rmSync(join(part, name))
}

function changeOneBit(part: string): void {
  const path = join(part, 'data.bin')
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(path, bytes)
}

describe('an embedded point store with many broken parts', () => {
  it('opens, and names every part that it set aside, with its dataset where that can still be read', async () => {
    const damage = await store.damage()
    expect(damage).toHaveLength(BROKEN)
    expect(damage.every(({ table, reason }) => table === 'points' && reason.startsWith('broken'))).toBe(true)
    const named = damage.flatMap((one) =>
      one.kind === 'part' && one.datasets !== null ? [one.datasets.first, one.datasets.last] : [],
    )
    const readable = names.slice(0, BROKEN).filter((_, index) => index % 4 !== 3)
    expect(new Set(named)).toEqual(new Set(readable))
  })

  it('deletes none of them', () => {
    expect(readdirSync(join(table, 'detached'))).toHaveLength(BROKEN)
  })

  it('refuses to read what is missing, and reads the rest', async () => {
    for (const name of names.slice(0, 4)) await expect(store.readTimes(name)).rejects.toThrow(DatasetDamagedError)
    expect((await store.readTimes(names.at(-1)!)).length).toBe(2)
  })

  it('reads a dataset again whose points are inserted again', async () => {
    await store.insertPoints('ds_0', block)
    expect(await store.verify('ds_0')).toBe('intact')
    expect((await store.readTimes('ds_0')).length).toBe(2)
  })

  it('names the part where bytes changed, and sets it aside when asked', async () => {
    const dataset = names.at(-2)!
    await store.close()
    changeOneBit(parts()[0]!)
    await open()
    await expect(store.readPoints(dataset, [0])).rejects.toThrow(/part points\/0_\d+_\d+_0: /)
    await expect(store.verify(dataset)).rejects.toThrow(DatasetDamagedError)
    await store.setBrokenPartsAside(dataset)
    expect(await store.damage()).toHaveLength(BROKEN + 1)
    await store.insertPoints(dataset, block)
    expect(await store.verify(dataset)).toBe('intact')
    expect(Array.from((await store.readPoints(dataset, [0])).columns[0]!)).toEqual([1, 2])
  })

  it('notices that a part moved aside held rows of other datasets too', async () => {
    const [repaired, other] = ['ds_repaired', 'ds_other']
    for (const name of [repaired, other]) {
      await store.insertPoints(name, block)
      records.set(name, await store.computeChecksum(name))
    }
    await clickhouse.command('SYSTEM START MERGES')
    await clickhouse.command('OPTIMIZE TABLE points FINAL')
    await store.close()
    for (const part of parts()) changeOneBit(part)
    await open()
    await expect(store.readPoints(other, [0])).rejects.toThrow(DatasetDamagedError)
    await store.setBrokenPartsAside(repaired)
    await store.insertPoints(repaired, block)
    expect(await store.verify(repaired)).toBe('intact')
    await expect(store.readPoints(other, [0])).rejects.toThrow(DatasetDamagedError)
  })
})
