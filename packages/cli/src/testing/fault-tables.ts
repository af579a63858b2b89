import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wobble } from './wobble.ts'

const minute = 60_000

/** 2026-11-19 00:00 UTC: when the day with the fault begins. */
export const faultDay: number = Date.UTC(2026, 10, 19)

/** The row of a fault: at 03:20 UTC. */
export const faultRow = 200

const names = ['cpu[a]', 'mem[a]', 'net[a]', 'cpu[b]', 'mem[b]', 'net[b]']

/** By how much each series rises, from how many rows after the fault on: first the memory of b, last what a does. */
const moves: Readonly<Record<string, readonly [rows: number, by: number]>> = {
  'mem[b]': [0, 40],
  'cpu[b]': [2, 30],
  'cpu[a]': [6, 25],
}

/** A quiet table and one with a fault of half an hour, a row per minute, as files of a folder. */
export async function writeFaultTables(folder: string): Promise<{ quiet: string; day: string }> {
  const quiet = join(folder, 'quiet.csv')
  const day = join(folder, 'day.csv')
  await writeFile(
    quiet,
    tableOf(faultDay - 86_400_000, 600, () => 0),
  )
  await writeFile(
    day,
    tableOf(faultDay, 300, (name, row) => {
      const [later, by] = moves[name] ?? [0, 0]
      return row >= faultRow + later && row < faultRow + 30 ? by : 0
    }),
  )
  return { quiet, day }
}

function tableOf(start: number, rows: number, moved: (name: string, row: number) => number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = names.map((name, k) => (50 + 2 * wobble(row * names.length + k) + moved(name, row)).toFixed(3))
    return `${start + row * minute},${cells.join(',')}`
  })
  return `timestamp,${names.join(',')}\n${lines.join('\n')}\n`
}
