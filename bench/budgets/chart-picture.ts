import { join } from 'node:path'
import type { Budget } from '../budget.ts'
import { signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { median, quantile } from '../statistics.ts'
import { detectDay } from './day-of-minutes.ts'

const PICTURES = 50
const WARM_UP = 10

/** The picture of one metric, as mails, reports and offline files have it. */
export const chartPicture: Budget = {
  name: 'chart-picture',
  title: 'The chart of a metric of ten series × 24 h as a picture',
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'chart-picture') })
    try {
      const api = await signIn(server.origin)
      const id = await detectDay(api, scratch)
      const times: number[] = []
      for (let picture = 0; picture < WARM_UP + PICTURES; picture++) {
        const began = performance.now()
        await api.read(`detections/${id}/chart?metric=cpu&width=800&height=300`)
        if (picture >= WARM_UP) times.push(performance.now() - began)
      }
      return [
        { what: 'median', unit: 'ms', measured: median(times), goal: { atMost: 60 } },
        { what: '95th percentile', unit: 'ms', measured: quantile(times, 0.95), note: 'grows with the load' },
      ]
    } finally {
      await server.stop()
    }
  },
}
