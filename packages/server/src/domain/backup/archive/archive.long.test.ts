import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { CHILD_LIMITS } from '../../../testing/child-limits.ts'
import { BackupError, DamagedArchive } from './backup-error.ts'
import type { ArchiveHead, ItemEntry } from './entries.ts'
import { readArchive } from './read-archive.ts'
import { type ArchiveItem, writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-archive-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEAD: ArchiveHead = {
  format: 'omen-backup',
  version: 1,
  createdAt: '2026-11-22T08:00:00.000Z',
  omen: '0.1.0',
  migrations: [{ hash: 'abc', createdAt: 1 }],
  tables: [{ name: 'public.files', columns: ['id', 'name'] }],
  sequences: [],
}

function item(name: string, chunks: string[], outcome: Partial<ItemEntry> = {}): ArchiveItem {
  return { name, chunks: each(chunks.map((chunk) => Buffer.from(chunk))), outcome: () => outcome }
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

const sample = (): Promise<Buffer> =>
  collect(
    writeArchive(
      HEAD,
      each([
        item('database/public.files', ['1\tday.csv\n', '2\tnight.csv\n'], { rows: 2 }),
        item('points/points/ds_1', ['numbers'], { rows: 7, checksum: '42' }),
        item('blobs/w_empty000', [], { fault: 'missing' }),
      ]),
    ),
  )

/** In chunks of so many bytes, as a socket would give them. */
const inChunks = (bytes: Buffer, size: number): AsyncIterable<Buffer> =>
  each(Array.from({ length: Math.ceil(bytes.length / size) }, (_, k) => bytes.subarray(k * size, (k + 1) * size)))

it.each([1, 511, 512, 100_000])('gives back what was written, whatever the chunks: %i bytes', async (size) => {
  const parts: [string, string][] = []
  const entries: ItemEntry[] = []
  const end = await readArchive(inChunks(await sample(), size), {
    head: (read) => expect(read).toEqual(HEAD),
    part: (name, bytes) => void parts.push([name, bytes.toString()]),
    item: (entry) => void entries.push(entry),
  })
  expect(parts).toEqual([
    ['database/public.files', '1\tday.csv\n'],
    ['database/public.files', '2\tnight.csv\n'],
    ['points/points/ds_1', 'numbers'],
  ])
  expect(entries).toMatchObject([
    { name: 'database/public.files', parts: 2, rows: 2 },
    { name: 'points/points/ds_1', rows: 7, checksum: '42' },
    { name: 'blobs/w_empty000', parts: 0, bytes: 0, fault: 'missing' },
  ])
  expect(end).toMatchObject({ items: 3, parts: 3, rows: 9 })
})

it('refuses a changed byte wherever it is', async () => {
  const bytes = await sample()
  // No divisor of a block, so every field of a header is met in one member or another.
  for (let at = 0; at < bytes.length; at += 11) {
    const changed = Buffer.from(bytes)
    changed[at] = changed[at]! ^ 1
    await expect(readArchive(each([changed])), `byte ${at}`).rejects.toBeInstanceOf(BackupError)
  }
})

it('refuses an archive that ends early or late', async () => {
  const bytes = await sample()
  for (let length = 0; length < bytes.length; length += 61)
    await expect(readArchive(each([bytes.subarray(0, length)])), `${length}`).rejects.toBeInstanceOf(DamagedArchive)
  await expect(readArchive(each([bytes, Buffer.from([0])]))).rejects.toThrow('goes on after its end')
})

it('names the damaged member', async () => {
  const bytes = await sample()
  const at = bytes.indexOf('points/points/ds_1/000001.zst') + 512 + 12
  bytes[at] = bytes[at]! ^ 1
  await expect(readArchive(each([bytes]))).rejects.toMatchObject({ member: 'points/points/ds_1/000001.zst' })
  await expect(readArchive(each([(await sample()).subarray(0, at)]))).rejects.toThrow(
    'The backup is damaged at points/points/ds_1/000001.zst: the archive ends within it, it is not whole.',
  )
})

it('refuses what is no backup', async () => {
  await expect(readArchive(each([Buffer.alloc(4096, 'x')]))).rejects.toThrow('the file is no backup of Omen')
  await expect(readArchive(each([]))).rejects.toThrow('it is not whole')
})

it('refuses a format of a later version', async () => {
  const later = await collect(writeArchive({ ...HEAD, version: 2, omen: '9.0.0' }, each([])))
  await expect(readArchive(each([later]))).rejects.toThrow('made by Omen 9.0.0 in a format that this version does not')
})

it.each(['migrations', 'tables', 'sequences'])('refuses a head without a list of %s, and names it', async (list) => {
  const lost = await collect(writeArchive({ ...HEAD, [list]: null }, each([])))
  await expect(readArchive(each([lost]))).rejects.toThrow(
    `The backup is damaged at omen-backup.json: its list of ${list} cannot be read`,
  )
})

it('writes an index now and then, so that none grows with the number of items', async () => {
  const names = Array.from({ length: 3000 }, (_, k) => `blobs/w_${String(k).padStart(8, '0')}`)
  const bytes = await collect(writeArchive(HEAD, each(names.map((name) => item(name, ['x'])))))
  const { items } = await readArchive(each([bytes]))
  expect(items).toBe(3000)
  expect(bytes.includes('index/000002.jsonl')).toBe(true)
})

it('is an archive that tar opens', async () => {
  const file = join(folder, 'sample.tar')
  writeFileSync(file, await sample())
  execFileSync('tar', ['xf', file, '-C', folder], CHILD_LIMITS)
  expect(readdirSync(join(folder, 'index'))).toEqual(['000001.jsonl'])
  const part = readFileSync(join(folder, 'database/public.files/000001.zst'))
  expect(zstdDecompressSync(part).toString()).toBe('1\tday.csv\n')
})
