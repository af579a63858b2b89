import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CannotMeasure } from '../../budget.ts'
import { readCorpus } from './read-corpus.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'omen-bench-'))
  vi.stubEnv('OMEN_BENCH_DATA', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

describe('readCorpus', () => {
  it('reads a checkout of NAB, rows as they stand', () => {
    write('nab/data/c/a.csv', 'timestamp,value\n2014-04-01 00:00:00,3\n2014-04-01 00:05:00,\n2014-04-01 00:05:00,5\n')
    write(
      'nab/labels/combined_windows.json',
      '{"c/a.csv": [["2014-04-01 00:05:00.000000", "2014-04-01 00:05:00.000000"]]}',
    )
    const [file] = readCorpus()
    expect(file).toMatchObject({ name: 'c/a.csv', windows: [{ from: 1, to: 1 }] })
    expect(Array.from(file!.values)).toEqual([3, Number.NaN, 5])
  })

  it('reports what is missing', () => {
    expect(() => readCorpus()).toThrow(CannotMeasure)
  })

  it('refuses a window without rows', () => {
    write('nab/data/c/a.csv', 'timestamp,value\n2014-04-01 00:00:00,3\n')
    write('nab/windows.json', '{"c/a.csv": [["2015-04-01", "2015-04-02"]]}')
    expect(() => readCorpus()).toThrow('c/a.csv: a window holds no row')
  })
})
