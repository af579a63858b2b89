import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LivePoints, PointStore } from '../../packages/server/src/ports/point-store.ts'
import type { Budget } from '../budget.ts'
import { appendPatiently, openPoints } from '../server/open-points.ts'
import { median } from '../statistics.ts'

const SOURCES = 10
const SERIES_COUNT = 1000
const STEPS = 10_000
const STEP_MS = 10_000
/** Steps of a source per append. */
const STEPS_AT_ONCE = 500
const asked = Array.from({ length: 50 }, (_, index) => index * 17)
const ROUNDS = 30
const SETTLE_MS = 60_000
const START = Date.UTC(2026, 0, 1)

export const readGridBudget: Budget = {
  name: 'read-grid',
  title: 'A grid of 50 series × 10,000 points out of 100 M live points',
  async run(scratch) {
    const store = await openPoints(join(scratch, 'read-grid'))
    try {
      await fill(store)
      await pause(SETTLE_MS)
      await timeGrid(store, 's1')
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await timeGrid(store, `s${round % SOURCES}`))
      const note = `every series has times of its own; ${ROUNDS} reads, a source after the other`
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
  for (let step = 0; step < STEPS; step += STEPS_AT_ONCE)
    for (let source = 0; source < SOURCES; source++) await appendPatiently(store, `s${source}`, interval(step))
}

function interval(from: number): LivePoints {
  const rows = SERIES_COUNT * STEPS_AT_ONCE
  const jitter = (row: number): number => (row * 7919) % 3000
  return {
    series: Uint32Array.from({ length: rows }, (_, row) => row % SERIES_COUNT),
    times: Float64Array.from(
      { length: rows },
      (_, row) => START + (from + Math.floor(row / SERIES_COUNT)) * STEP_MS + jitter(row),
    ),
    values: Float64Array.from({ length: rows }, (_, row) => Math.round(1000 * Math.sin(row / 97 + from)) / 10),
  }
}

async function timeGrid(store: PointStore, source: string): Promise<number> {
  const began = performance.now()
  const { columns } = await store.readGrid(source, asked, { from: START, to: START + STEPS * STEP_MS }, STEP_MS)
  const took = performance.now() - began
  const isFull = columns.every((column) => column.length === STEPS && !column.some(Number.isNaN))
  if (!isFull) throw new Error('the grid has gaps: it measured the wrong thing')
  return took
}
