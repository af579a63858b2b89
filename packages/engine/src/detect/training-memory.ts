import type { TrainingMemory } from './model.ts'
import type { TrainingRows } from './training-rows.ts'

/** Values of a training that are kept for the joint models, but at least so many rows, in blocks of neighbours. */
const MAX_CELLS = 262_144
const MIN_ROWS = 2_048
const BLOCK = 64

/** Keeps the training rows, or as many blocks of neighbouring ones, evenly spread, as 2 MB hold. */
export function keepRows(rows: TrainingRows, seed: number): TrainingMemory {
  const size = rows.columns.length
  const limit = Math.max(MIN_ROWS, Math.floor(MAX_CELLS / Math.max(1, size)))
  const chosen = rows.times.length <= limit ? undefined : spreadBlocks(rows.times.length, limit)
  const count = chosen?.length ?? rows.times.length
  const times = new Float64Array(count)
  const values = new Float64Array(count * size)
  for (let k = 0; k < count; k++) {
    const row = chosen?.[k] ?? k
    times[k] = rows.times[row]!
    for (let j = 0; j < size; j++) values[j * count + k] = rows.columns[j]![row]!
  }
  return { times, values, seed }
}

function spreadBlocks(rows: number, limit: number): number[] {
  const blocks = Math.floor(limit / BLOCK)
  const chosen: number[] = []
  for (let block = 0; block < blocks; block++) {
    const from = Math.floor((block * (rows - BLOCK)) / (blocks - 1))
    for (let k = 0; k < BLOCK; k++) if (from + k > (chosen[chosen.length - 1] ?? -1)) chosen.push(from + k)
  }
  return chosen
}

/** The remembered values of one column. */
export function memoryColumn(memory: TrainingMemory, column: number): Float64Array {
  const rows = memory.times.length
  return memory.values.subarray(column * rows, (column + 1) * rows)
}
