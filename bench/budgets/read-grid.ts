import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LivePoints, PointStore } from '../../packages/server/src/ports/point-store.ts'
import type { Budget } from '../budget.ts'
import { openPoints } from '../server/open-points.ts'
import { median } from '../statistics.ts'

const sources = 10
const seriesCount = 1000
const steps = 10_000
const stepMs = 10_000
/** Steps of a source per append. */
const stepsAtOnce = 500
const asked = Array.from({ length: 50 }, (_, index) => index * 17)
const rounds = 30
const settleMs = 60_000
const start = Date.UTC(2026, 0, 1)

export const readGridBudget: Budget = {
  name: 'read-grid',
  title: 'A grid of 50 series × 10,000 points out of 100 M live points',
  async run(scratch) {
    const store = await openPoints(join(scratch, 'read-grid'))
    try {
      await fill(store)
      await pause(settleMs)
      await timeGrid(store, 's1')
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await timeGrid(store, `s${round % sources}`))
      const note = `every series has times of its own; ${rounds} reads, a source after the other`
      return [
        { what: 'columns in memory after, median', unit: 'ms', measured: median(times), goal: { atMost: 60 }, note },
        { what: 'slowest', unit: 'ms', measured: Math.max(...times) },
      ]
    } finally {
      await store.close()
    }
  },
}

/** In the order of collection: an interval of every source, then the next one. */
async function fill(store: PointStore): Promise<void> {
  for (let step = 0; step < steps; step += stepsAtOnce)
    for (let source = 0; source < sources; source++) await store.append(`s${source}`, interval(step))
}

function interval(from: number): LivePoints {
  const rows = seriesCount * stepsAtOnce
  const jitter = (row: number): number => (row * 7919) % 3000
  return {
    series: Uint32Array.from({ length: rows }, (_, row) => row % seriesCount),
    times: Float64Array.from(
      { length: rows },
      (_, row) => start + (from + Math.floor(row / seriesCount)) * stepMs + jitter(row),
    ),
    values: Float64Array.from({ length: rows }, (_, row) => Math.round(1000 * Math.sin(row / 97 + from)) / 10),
  }
}

async function timeGrid(store: PointStore, source: string): Promise<number> {
  const began = performance.now()
  const { columns } = await store.readGrid(source, asked, { from: start, to: start + steps * stepMs }, stepMs)
  const took = performance.now() - began
  const isFull = columns.every((column) => column.length === steps && !column.some(Number.isNaN))
  if (!isFull) throw new Error('the grid has gaps: it measured the wrong thing')
  return took
}
