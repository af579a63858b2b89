import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../budget.ts'
import { signIn } from '../server/api.ts'
import { anonymousMb } from '../server/memory.ts'
import { type BenchServer, startServer } from '../server/start-server.ts'

const IDLE_MS = 20_000
const DEMO_MS = 120_000

export const serverStart: Budget = {
  name: 'server-start',
  title: 'Starting the server, and idling with the demo',
  async run(scratch) {
    const data = join(scratch, 'server-start')
    const first = await startServer({ data, demo: true })
    const demoAfterMs = await untilDemo(first)
    await first.stop()
    const second = await startServer({ data, demo: true })
    try {
      await pause(IDLE_MS)
      return [
        { what: 'first start, healthy after', unit: 's', measured: first.healthyAfterMs / 1000 },
        { what: 'first start, demo detected after', unit: 's', measured: demoAfterMs / 1000 },
        {
          what: 'second start, healthy after',
          unit: 's',
          measured: second.healthyAfterMs / 1000,
          goal: { atMost: 2.5 },
        },
        {
          what: 'anonymous memory of all processes, idle with the demo',
          unit: 'MB',
          measured: anonymousMb(second.pid),
          goal: { atMost: 400 },
          note: `${IDLE_MS / 1000} s after the second start`,
        },
      ]
    } finally {
      await second.stop()
    }
  },
}

/** Waits until the demo's detection is listed; answers how long after the healthy answer that was. */
async function untilDemo(server: BenchServer): Promise<number> {
  const began = performance.now()
  const api = await signIn(server.origin)
  while (performance.now() - began < DEMO_MS) {
    const { detections } = await api.get<{ detections: unknown[] }>('detections?demo=true')
    if (detections.length > 0) return server.healthyAfterMs + performance.now() - began
    await pause(250)
  }
  throw new Error(`there is no demo after ${DEMO_MS / 1000} s`)
}
