import type { PointStatistics } from '../../ports/point-store.ts'

/** Collects statistics of columns, batch by batch. */
export interface ColumnStatistics {
  add(columns: readonly Float64Array[]): void
  summary(): PointStatistics[]
}

interface Moments {
  rows: number
  present: number
  min: number
  max: number
  mean: number
  /** Sum of squared distances from the mean. */
  squares: number
}

/** Means and deviations of batches are joined as Chan, Golub and LeVeque (1983) do, which huge offsets do not spoil. */
export function createColumnStatistics(): ColumnStatistics {
  const moments: Moments[] = []
  return {
    add(columns) {
      for (const [series, column] of columns.entries()) {
        const batch = momentsOf(column)
        const before = moments[series]
        moments[series] = before ? join(before, batch) : batch
      }
    },
    summary: () =>
      moments.map(({ rows, present, min, max, mean, squares }, series) => {
        if (present === 0) return { series, rows, present, min: NaN, max: NaN, mean: NaN, deviation: NaN }
        return { series, rows, present, min, max, mean, deviation: Math.sqrt(squares / present) }
      }),
  }
}

function momentsOf(column: Float64Array): Moments {
  let present = 0
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const value of column) {
    if (Number.isNaN(value)) continue
    present++
    sum += value
    if (value < min) min = value
    if (value > max) max = value
  }
  const mean = present > 0 ? sum / present : 0
  let squares = 0
  for (const value of column) if (!Number.isNaN(value)) squares += (value - mean) ** 2
  return { rows: column.length, present, min, max, mean, squares }
}

function join(a: Moments, b: Moments): Moments {
  const present = a.present + b.present
  const distance = b.mean - a.mean
  return {
    rows: a.rows + b.rows,
    present,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    mean: present > 0 ? a.mean + (distance * b.present) / present : 0,
    squares: a.squares + b.squares + (present > 0 ? (distance ** 2 * a.present * b.present) / present : 0),
  }
}
