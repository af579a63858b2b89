import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeWideCsv } from './write-wide-csv.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-wide-'))
const path = join(folder, 'wide.csv')
const options = { path, columns: 60, rows: 1500, seed: 3, from: Date.UTC(2026, 0, 5), stepMs: 60_000 }

afterAll(() => rmSync(folder, { recursive: true }))

describe('writeWideCsv', () => {
  it('writes the rows and columns asked for and tells the size of the file', async () => {
    const bytes = await writeWideCsv(options)
    expect(statSync(path).size).toBe(bytes)
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(1501)
    expect(lines.every((line) => line.split(',').length === 61)).toBe(true)
    expect(lines[0]).toContain('network_send[node10]:6')
  })

  it('refuses a number of columns that is no whole number of nodes', async () => {
    await expect(writeWideCsv({ ...options, columns: 31 })).rejects.toThrow(RangeError)
  })
})
