import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvHeader, csvLine, toCsv } from '../samples/shop/csv.ts'
import { METRICS } from '../samples/shop/roles.ts'
import { createShop } from '../samples/shop/shop.ts'
import { simulateShop } from '../samples/shop/simulate-shop.ts'
import { MINUTE } from '../samples/shop/time.ts'
import { writeWideCsv } from '../samples/shop/write-wide-csv.ts'

const FROM = Date.UTC(2025, 0, 6)
const SHOP = { seed: 2026, from: FROM, stepMs: MINUTE }

export const SMALL_ROWS = 2043
export const LARGE_ROWS = 814_000

/** 30 series × 2,043 rows of an ordinary shop; a later file has a processor hog for twenty minutes. */
export function writeSmallFile(path: string, hog: boolean): void {
  const start = FROM + 900 * MINUTE
  const faults = hog ? [{ kind: 'cpu-hog' as const, node: 1, from: start, to: start + 20 * MINUTE }] : []
  writeFileSync(path, toCsv(simulateShop({ ...SHOP, rows: SMALL_ROWS, faults })))
}

/** 30 × 814,000, some 200 MB: made once, kept in the temporary folder for the next run. */
export async function largeFile(): Promise<{ path: string; bytes: number }> {
  return keptFile('wide-30x814000.csv', (path) => writeWideCsv({ ...SHOP, path, columns: 30, rows: LARGE_ROWS }))
}

/** The first series of as many nodes as it takes, with a full processor of the first one for twelve minutes shortly before the end. */
export function writeSeries(path: string, rows: number, count = 1): void {
  const end = FROM + rows * MINUTE
  const faults = [{ kind: 'cpu-hog' as const, node: 0, from: end - 120 * MINUTE, to: end - 108 * MINUTE }]
  const nodes = createShop({ ...SHOP, nodes: Math.ceil(count / METRICS.length), faults })
  const row = new Float64Array(nodes.names.length)
  const lines = [csvHeader(nodes.names.slice(0, count))]
  for (let r = 0; r < rows; r++) {
    const { time } = nodes.next(row)
    lines.push(csvLine(time, row.subarray(0, count)))
  }
  writeFileSync(path, lines.join(''))
}

/** Three series that swing a little around their levels, and evenly spread spikes of one of them, each of six rows. */
export function writeSpikes(path: string, { rows, spikes }: { rows: number; spikes: number }): void {
  const every = spikes === 0 ? Number.POSITIVE_INFINITY : Math.floor(rows / spikes)
  const lines = ['timestamp,cpu[a],cpu[b],memory[a]\n']
  for (let row = 0; row < rows; row++) {
    const swing = (place: number) => 40 + 5 * Math.sin(row / 9 + place) + Math.sin(row * 12.9898 + place * 78.233)
    const isSpike = row % every >= every - 6
    const values = [swing(0) + (isSpike ? 60 : 0), swing(1), swing(2)]
    lines.push(`${FROM + row * MINUTE},${values.map((value) => value.toFixed(3)).join(',')}\n`)
  }
  writeFileSync(path, lines.join(''))
}

async function keptFile(
  name: string,
  write: (path: string) => Promise<unknown>,
): Promise<{ path: string; bytes: number }> {
  const folder = join(tmpdir(), 'omen-bench')
  const path = join(folder, name)
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    await write(`${path}.part`)
    renameSync(`${path}.part`, path)
  }
  return { path, bytes: statSync(path).size }
}
