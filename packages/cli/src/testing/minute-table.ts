import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wobble } from './wobble.ts'

/** 2026-11-20 00:00 UTC. */
export const TABLE_START: number = Date.UTC(2026, 10, 20)

/** Writes a table with a row per minute, values about 50, to a folder; `moved` is added to each value. */
export async function writeMinuteTable(
  folder: string,
  names: readonly string[],
  rows: number,
  moved: (name: string, row: number) => number = () => 0,
): Promise<string> {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = names.map((name, k) => (50 + 2 * wobble(row * names.length + k) + moved(name, row)).toFixed(3))
    return `${TABLE_START + row * 60_000},${cells.join(',')}`
  })
  const path = join(folder, 'table.csv')
  await writeFile(path, `timestamp,${names.join(',')}\n${lines.join('\n')}\n`)
  return path
}
