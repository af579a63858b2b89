import { join } from 'node:path'
import type { LivePoints, PointStore } from '../../packages/server/src/ports/point-store.ts'
import type { Budget, Measurement } from '../budget.ts'
import { appendPatiently, openPoints } from '../server/open-points.ts'
import { quantile } from '../statistics.ts'

const SENDERS = 16
const SECONDS = 10
const START = Date.UTC(2026, 0, 1)

export const appendBudget: Budget = {
  name: 'append',
  title: `Live points of ${SENDERS} senders, each batch acknowledged when it is synced`,
  async run(scratch) {
    const store = await openPoints(join(scratch, 'append'))
    try {
      await sendFor(store, 'warm', 500, 2)
      const batches = [
        await measureBatches(store, 500, { atLeast: 100_000 }),
        await measureBatches(store, 100),
        await measureBatches(store, 5000),
      ]
      return batches.flat()
    } finally {
      await store.close()
    }
  },
}

async function measureBatches(store: PointStore, size: number, goal?: Measurement['goal']): Promise<Measurement[]> {
  const { rows, waits, took } = await sendFor(store, `by${size}`, size, SECONDS)
  const what = `batches of ${size} points`
  return [
    { what, unit: 'rows/s', measured: rows / took, ...(goal && { goal }) },
    { what: `${what}, acknowledged after, median`, unit: 'ms', measured: quantile(waits, 0.5) },
    { what: `${what}, acknowledged after, p99`, unit: 'ms', measured: quantile(waits, 0.99) },
  ]
}

/** Every sender sends its next batch when the last one is acknowledged. */
async function sendFor(store: PointStore, source: string, size: number, forSeconds: number) {
  const began = performance.now()
  const waits: number[] = []
  const send = async (_: unknown, sender: number): Promise<void> => {
    for (let round = 0; performance.now() - began < forSeconds * 1000; round++) {
      const sent = performance.now()
      await appendPatiently(store, `${source}_${sender}`, scrape(size, round))
      waits.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, send))
  return { rows: waits.length * size, waits, took: (performance.now() - began) / 1000 }
}

/** One value of every series at one time, as a scrape brings them. */
function scrape(size: number, round: number): LivePoints {
  return {
    series: Uint32Array.from({ length: size }, (_, series) => series),
    times: new Float64Array(size).fill(START + round * 1000),
    values: Float64Array.from({ length: size }, (_, series) => Math.round(1000 * Math.sin(series + round / 60)) / 10),
  }
}
