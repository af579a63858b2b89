import { sendAlerts } from '../domain/alerts/send.ts'
import { SHOP_STEP, type ShopProject } from './shop-project.ts'
import type { TestServer } from './start-test-server.ts'

/** Rows that are sent at once. */
const MAX_ROWS = 288

/** Time that passes for projects of a server, which get their samples as it does. */
export interface PassingTime {
  /** Ends when all samples are scored, and the order to send what became due is given. */
  pass(rows: number, projects: readonly ShopProject[]): Promise<void>
}

/** Rows are read only once their samples have been sent: they would be late otherwise. */
export function passTime({ ctx, clock }: TestServer): PassingTime {
  const { points } = ctx
  const { readGrid } = points
  let sent = Promise.resolve()
  points.readGrid = async (...request) => {
    await sent
    return readGrid(...request)
  }
  // Rows are complete some seconds after their end
  clock.advance(10_000)
  return {
    async pass(rows, projects) {
      const sending = Promise.withResolvers<void>()
      sent = sending.promise
      try {
        clock.advance(rows * SHOP_STEP)
        for (const project of projects)
          for (let left = rows; left > 0; left -= MAX_ROWS) await project.send(Math.min(left, MAX_ROWS))
      } finally {
        sending.resolve()
      }
      for (const project of projects) {
        await project.scored()
        await sendAlerts(ctx, project.sourceId)
      }
    },
  }
}
