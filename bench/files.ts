import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toCsv } from '../samples/shop/csv.ts'
import { simulateShop } from '../samples/shop/simulate-shop.ts'
import { minute } from '../samples/shop/time.ts'
import { writeWideCsv } from '../samples/shop/write-wide-csv.ts'

const from = Date.UTC(2025, 0, 6)
const shop = { seed: 2026, from, stepMs: minute }

export const smallRows = 2043
export const largeRows = 814_000

/** 30 series × 2,043 rows of an ordinary shop; a later file has a processor hog for twenty minutes. */
export function writeSmallFile(path: string, hog: boolean): void {
  const start = from + 900 * minute
  const faults = hog ? [{ kind: 'cpu-hog' as const, node: 1, from: start, to: start + 20 * minute }] : []
  writeFileSync(path, toCsv(simulateShop({ ...shop, rows: smallRows, faults })))
}

/** 30 × 814,000, some 200 MB: made once, kept in the temporary folder for the next run. */
export async function largeFile(): Promise<{ path: string; bytes: number }> {
  return keptFile('wide-30x814000.csv', (path) => writeWideCsv({ ...shop, path, columns: 30, rows: largeRows }))
}

/** One series of a million points: `cpu[node1]`, as `timestamp,value` rows with the series' name. */
export async function millionPoints(path: string, rows: number): Promise<void> {
  const { times, columns, names } = simulateShop({ ...shop, rows, nodes: 1, faults: [] })
  const hog = columns[0]!
  // Twelve minutes of a full processor near the end: something for the view to show.
  if (rows > 900_000) hog.fill(99.5, 900_000, 900_012)
  writeFileSync(path, toCsv({ times, columns: [hog], names: names.slice(0, 1) }))
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
