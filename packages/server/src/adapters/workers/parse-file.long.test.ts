import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { defaultSettings } from '../../config/load-settings.ts'
import type { ParsedFile } from '../../ports/compute.ts'
import { parseFile } from './parse-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-parse-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TIME = Date.UTC(2026, 9, 1)
const limits = defaultSettings({ data: folder })
const MEBIBYTE = 1_048_576

/** What a file turns out to be, and how many rows were sent on until that was known. */
async function parse(content: Uint8Array, more: Partial<typeof limits> = {}) {
  const locator = join(folder, 'file')
  writeFileSync(locator, content)
  let rows = 0
  const parsed: ParsedFile = await parseFile({
    source: { kind: 'disk', locator },
    limits: { ...limits, ...more },
    async send(block) {
      rows += block.rows
    },
    onProgress: () => {},
  })
  return { parsed, rows }
}

test('a gzip that decompresses to far more than its size is refused long before its end', async () => {
  const zeros = gzipSync(`timestamp,a\n${`${TIME},0000000000000000000000000\n`.repeat(10_000_000)}`)
  expect(zeros.length).toBeLessThan(2 * MEBIBYTE)
  const { parsed, rows } = await parse(zeros, { maxDuplicates: 100_000_000, maxRows: 100_000_000 })
  expect(parsed).toMatchObject({
    kind: 'refused',
    code: 'DECOMPRESSED_TOO_LARGE',
    reason: 'the file decompresses to more than 100 times its size',
  })
  expect(rows).toBeLessThan(3_000_000)
})

test('a gzip of repeated times is refused after the first million of them', async () => {
  const { parsed, rows } = await parse(gzipSync(`timestamp,a\n${`${TIME},1\n`.repeat(3_000_000)}`))
  expect(parsed).toMatchObject({ kind: 'refused', code: 'TOO_MANY_DUPLICATES', line: 1_000_003 })
  expect(rows).toBeLessThan(1_100_000)
})

test('a small file may be packed as well as it can be', async () => {
  const lines = Array.from({ length: 20_000 }, (_, row) => `${TIME + row * 1000},${'0,'.repeat(1000)}0\n`)
  const header = `timestamp,${Array.from({ length: 1001 }, (_, column) => `m${column}`).join(',')}\n`
  const packed = gzipSync(header + lines.join(''))
  expect(packed.length * limits.maxCompressionRatio).toBeLessThan(41 * MEBIBYTE)
  expect((await parse(packed)).parsed).toMatchObject({ kind: 'metrics', rows: 20_000 })
})
