import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Budget } from '../budget.ts'
import { type Api, signIn } from '../server/api.ts'
import { longestBlock } from '../server/event-loop.ts'
import { startServer } from '../server/start-server.ts'
import { quantile } from '../statistics.ts'

const INSTANCES = 500
const DAY = 1440
const MINUTE_MS = 60_000
const START = Date.UTC(2026, 9, 1)
const ROUNDS = 10

/** The outliers of a large fleet, as the page asks for them. */
export const outliersBudget: Budget = {
  name: 'outliers',
  title: `Outliers of ${INSTANCES} instances × ${DAY.toLocaleString('en')} rows`,
  async run(scratch) {
    const table = join(scratch, 'fleet.csv')
    writeFileSync(table, fleet())
    const server = await startServer({ data: join(scratch, 'outliers') })
    try {
      const api = await signIn(server.origin)
      const filename = await api.storeFile(table)
      const query = `cloudOutlierDetection?filename=${filename}&from=${START + DAY * MINUTE_MS}`
      await api.read(query)
      const withPast = await time(api, query)
      const alone = await time(api, `${query}&past=0`)
      const states = await time(api, `${query}&states=true`)
      const held = await longestBlock(server.origin, () => api.read(query))
      return [
        {
          what: 'with a day of their past, median',
          unit: 'ms',
          measured: quantile(withPast, 0.5),
          goal: { atMost: 700 },
          note: `${ROUNDS} in turn after one`,
        },
        { what: 'without a past, median', unit: 'ms', measured: quantile(alone, 0.5) },
        { what: 'with state maps, median', unit: 'ms', measured: quantile(states, 0.5) },
        { what: 'event loop held up at most', unit: 'ms', measured: held, goal: { atMost: 50 } },
      ]
    } finally {
      await server.stop()
    }
  },
}

async function time(api: Api, query: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await api.read(query)
    times.push(performance.now() - began)
  }
  return times
}

/** Instances of all sizes under one load; each tenth stands off for two hours of the second day. */
function fleet(): string {
  const names = Array.from({ length: INSTANCES }, (_, k) => `cpu[i${k}]`)
  const lines = Array.from({ length: 2 * DAY }, (_, row) => {
    const load = 20 * Math.sin((2 * Math.PI * row) / DAY)
    const values = names.map((_, k) => {
      const isOff = k % 10 === 0 && row >= DAY + 300 && row < DAY + 420
      return ((1 + (k % 7) / 7) * (50 + load) + 2 * noise(row, k) + (isOff ? 12 : 0)).toFixed(3)
    })
    return [START + row * MINUTE_MS, ...values].join(',')
  })
  return `timestamp,${names.join(',')}\n${lines.join('\n')}\n`
}

function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}
