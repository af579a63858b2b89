import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Budget } from '../budget.ts'
import { signIn } from '../server/api.ts'
import { longestBlock } from '../server/event-loop.ts'
import { startServer } from '../server/start-server.ts'
import { quantile } from '../statistics.ts'

const SERIES = 50
const DAYS = 10
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const START = Date.UTC(2026, 9, 1)
const AT = START + (DAYS - 1) * DAY_MS
const ROUNDS = 10

/** A rollout check as the page asks for it. */
export const rolloutBudget: Budget = {
  name: 'rollout-page',
  title: `A rollout check of ${SERIES} series with an earlier week`,
  async run(scratch) {
    const table = join(scratch, 'released.csv')
    writeFileSync(table, released())
    const server = await startServer({ data: join(scratch, 'rollout') })
    try {
      const api = await signIn(server.origin)
      const query = `cloudRolloutCheck?filename=${await api.storeFile(table)}&at=${AT}&after=${60 * MINUTE_MS}`
      await api.read(query)
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now()
        await api.read(query)
        times.push(performance.now() - began)
      }
      const held = await longestBlock(server.origin, () => api.read(query))
      return [
        {
          what: 'verdict, lines and densities, median',
          unit: 'ms',
          measured: quantile(times, 0.5),
          goal: { atMost: 1000 },
          note: `${ROUNDS} in turn after one`,
        },
        { what: 'event loop held up at most', unit: 'ms', measured: held, goal: { atMost: 50 } },
      ]
    } finally {
      await server.stop()
    }
  },
}

/** Ten metrics of five instances; the first is slower after the rollout. */
function released(): string {
  const names = Array.from({ length: SERIES }, (_, k) => `m${k % 10}_latency[i${Math.floor(k / 10)}]`)
  const lines = Array.from({ length: DAYS * 1440 }, (_, row) => {
    const time = START + row * MINUTE_MS
    const values = names.map((_, k) => {
      const noise = Math.sin(row * 12.9898 + k * 78.233) * 43_758.5453
      return (
        50 +
        9 * Math.sin((2 * Math.PI * row) / 1440) +
        (noise % 2) +
        (time >= AT && k % 10 === 0 ? 6 : 0)
      ).toFixed(3)
    })
    return [time, ...values].join(',')
  })
  return `timestamp,${names.join(',')}\n${lines.join('\n')}\n`
}
