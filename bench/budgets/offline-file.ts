import { join } from 'node:path'
import type { Budget } from '../budget.ts'
import { signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { median, quantile } from '../statistics.ts'
import { detectDay } from './day-of-minutes.ts'

const FILES = 20
const WARM_UP = 2

/** A published detection as one HTML file that opens without any network. */
export const offlineFile: Budget = {
  name: 'offline-file',
  title: 'A published detection of 50 series × 24 h as one offline file',
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'offline-file') })
    try {
      const api = await signIn(server.origin)
      const detectionId = await detectDay(api, scratch)
      const job = await api.work('publishdatafile', { detectionId, name: 'day' })
      const publishedId = job.result!.publishedId!
      const times: number[] = []
      let bytes = 0
      for (let file = 0; file < WARM_UP + FILES; file++) {
        const began = performance.now()
        bytes = await api.read(`published/${publishedId}/bundle`)
        if (file >= WARM_UP) times.push(performance.now() - began)
      }
      return [
        { what: 'median', unit: 'ms', measured: median(times) },
        { what: '95th percentile', unit: 'ms', measured: quantile(times, 0.95), goal: { atMost: 2000 } },
        { what: 'size', unit: 'MB', measured: bytes / 2 ** 20, goal: { atMost: 5 } },
      ]
    } finally {
      await server.stop()
    }
  },
}
