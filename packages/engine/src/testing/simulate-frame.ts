import type { Frame, SeriesKey } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal, type Random } from '../stats/random.ts'

/** How one simulated column behaves. */
export type ColumnKind = 'noise' | 'slow' | 'heavy' | 'latency' | 'shared' | 'sparse' | 'drift' | 'daily' | 'constant'

const START = Date.UTC(2026, 0, 5)
const MINUTE = 60_000

/** A seeded frame, one minute a row from Monday 00:00 UTC; column `k` is called `m<k>[n1]`, unless names are given. */
export function simulateFrame(
  kinds: readonly ColumnKind[],
  rows: number,
  seed: number,
  names?: readonly string[],
): Frame {
  const random = createRandom(seed)
  const shared = slowNoise(rows, random, 0.9)
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * MINUTE)
  const series = kinds.map((_, k): SeriesKey => parseSeriesName(names?.[k] ?? `m${k}[n1]`))
  return { times, stepMs: MINUTE, series, columns: kinds.map((kind) => simulateColumn(kind, rows, random, shared)) }
}

function simulateColumn(kind: ColumnKind, rows: number, random: Random, shared: Float64Array): Float64Array {
  const each = (value: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => value(row))
  switch (kind) {
    case 'noise':
      return each(() => 50 + 3 * normal(random))
    case 'slow':
      return slowNoise(rows, random, 0.9).map((x) => 20 + 2 * x)
    case 'heavy':
      return each(() => 100 + 4 * studentThree(random))
    case 'latency':
      return each(() => 40 * Math.exp(0.8 * normal(random)))
    case 'shared':
      return each((row) => 30 + 2 * shared[row]! + normal(random))
    case 'sparse':
      return each(() => (random() < 0.03 ? Math.ceil(-3 * Math.log(random())) : 0))
    case 'drift': {
      let level = 1000
      return each(() => {
        level += normal(random)
        return level + normal(random)
      })
    }
    case 'daily':
      return each((row) => 200 + 80 * Math.sin((2 * Math.PI * row) / 1440) + 5 * normal(random))
    case 'constant':
      return each(() => 7)
  }
}

function slowNoise(rows: number, random: Random, memory: number): Float64Array {
  let state = normal(random)
  return Float64Array.from({ length: rows }, () => {
    state = memory * state + Math.sqrt(1 - memory * memory) * normal(random)
    return state
  })
}

function studentThree(random: Random): number {
  const squares = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2
  return normal(random) / Math.sqrt(squares / 3)
}

/** The frame with one column changed in some rows. */
export function changeRows(
  frame: Frame,
  column: number,
  fromRow: number,
  toRow: number,
  change: (value: number, index: number) => number,
): Frame {
  const columns = frame.columns.map((values, k) =>
    k === column
      ? values.map((value, row) => (row >= fromRow && row < toRow ? change(value, row - fromRow) : value))
      : values,
  )
  return { ...frame, columns }
}
