import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { frameRemarks } from '../render/frame-remarks.ts'
import { makeHome } from '../testing/run-cli.ts'
import { type FrameFile, readFrame } from './read-frame.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20)

async function read(content: string | Buffer, name = 'day.csv'): Promise<FrameFile> {
  const path = join(await makeHome(), name)
  await writeFile(path, content)
  return readFrame(path, Readable.from([]))
}

function rows(...offsets: number[]): string {
  return offsets.map((minutes, k) => `${START + minutes * MINUTE},${k},${k * 2}\n`).join('')
}

describe('readFrame', () => {
  it('reads the columns of a wide table with their names', async () => {
    const { frame, name } = await read(`timestamp,cpu[a],cpu[b]:load\n${rows(0, 1, 2)}`)
    expect(name).toMatch(/day\.csv$/)
    expect(frame.series.map(({ id }) => id)).toEqual(['cpu[a]', 'cpu[b]:load'])
    expect([...frame.times]).toEqual([START, START + MINUTE, START + 2 * MINUTE])
    expect(frame.columns.map((column) => [...column])).toEqual([
      [0, 1, 2],
      [0, 2, 4],
    ])
    expect(frame.stepMs).toBe(MINUTE)
  })

  it('reads semicolons with a decimal comma, and remarks on it', async () => {
    const { frame, report, name } = await read(`timestamp;cpu[a];cpu[b]\n${START};1,5;2\n${START + MINUTE};2,25;3\n`)
    expect(frame.columns.map((column) => [...column])).toEqual([
      [1.5, 2.25],
      [2, 3],
    ])
    expect(frameRemarks(name, report)).toMatch(/day\.csv: semicolons between cells, decimal comma\.$/)
  })

  it('reads standard input, compressed or not', async () => {
    const text = `timestamp,cpu,ram\n${rows(0, 1)}`
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      const { name, frame } = await readFrame('-', Readable.from([bytes]))
      expect({ name, rows: frame.times.length }).toEqual({ name: 'standard input', rows: 2 })
    }
  })

  it('decompresses .gz and joins tables that arrive in many chunks', async () => {
    const text = `timestamp,cpu,ram\n${rows(...Array.from({ length: 40_000 }, (_, k) => k))}`
    const { frame } = await read(gzipSync(text), 'day.csv.gz')
    expect(frame.times).toHaveLength(40_000)
    expect(frame.columns[1]?.at(-1)).toBe(79_998)
  })

  it('sorts rows, opens gaps and reports what was left out', async () => {
    const { frame, report } = await read(`timestamp,cpu,ram\n${rows(4, 0, 3, 1)}${START + 5 * MINUTE},x,1\n`)
    expect([...frame.times].map((time) => (time - START) / MINUTE)).toEqual([0, 1, 2, 3, 4])
    expect(frame.columns[0]?.[2]).toBeNaN()
    expect(frameRemarks('day.csv', report)).toBe(
      "day.csv: 3 rows were out of order.\nday.csv: 1 row left out, the first at line 6, cpu: 'x' is not a number.",
    )
  })

  it.each([
    ['EMPTY_FILE', '', 0],
    ['HEADER_ONLY', 'timestamp,cpu\n', 1],
    ['NO_TIMESTAMP_COLUMN', 'a,b\n1,2\n', 1],
    ['TEXT_COLUMN', `timestamp,cpu\n${START},red\n`, 2],
    ['NUL_BYTE', Buffer.from('timestamp,cpu\n1,\0\n'), 2],
  ])('tells %s with its line and what to do', async (code, content, line) => {
    const failure = await read(content).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code, exit: 1, hint: expect.stringMatching(/\.$/) })
    expect((failure as { details: { line?: number }[] }).details[0]?.line ?? 0).toBe(line)
  })

  it('reports a damaged, a truncated and a missing gzip file', async () => {
    await expect(read('not packed', 'day.csv.gz')).rejects.toMatchObject({ code: 'GZIP_DAMAGED' })
    const cut = gzipSync(`timestamp,cpu\n${rows(0, 1)}`).subarray(0, -9)
    await expect(read(cut, 'day.csv.gz')).rejects.toThrow('the gzip file is cut off')
    await expect(readFrame('/no/such.csv', Readable.from([]))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
