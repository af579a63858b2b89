import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wobble } from './wobble.ts'

const MINUTE = 60_000

/** 2026-11-19 00:00 UTC: when the day with the fault begins. */
export const FAULT_DAY: number = Date.UTC(2026, 10, 19)

/** The row of a fault: at 03:20 UTC. */
export const FAULT_ROW = 200

const NAMES = ['cpu[a]', 'mem[a]', 'net[a]', 'cpu[b]', 'mem[b]', 'net[b]']

/** By how much each series rises, from how many rows after the fault on: first the memory of b, last what a does. */
const MOVES: Readonly<Record<string, readonly [rows: number, by: number]>> = {
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
    tableOf(FAULT_DAY - 86_400_000, 600, () => 0),
  )
  await writeFile(
    day,
    tableOf(FAULT_DAY, 300, (name, row) => {
      const [later, by] = MOVES[name] ?? [0, 0]
      return row >= FAULT_ROW + later && row < FAULT_ROW + 30 ? by : 0
    }),
  )
  return { quiet, day }
}

function tableOf(start: number, rows: number, moved: (name: string, row: number) => number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = NAMES.map((name, k) => (50 + 2 * wobble(row * NAMES.length + k) + moved(name, row)).toFixed(3))
    return `${start + row * MINUTE},${cells.join(',')}`
  })
  return `timestamp,${NAMES.join(',')}\n${lines.join('\n')}\n`
}
