import { composeAlertMail } from '../../packages/server/src/domain/alert-mail/index.ts'
import { openAlertWorld } from '../../packages/server/src/testing/alert-incident.ts'
import { startTestServer } from '../../packages/server/src/testing/start-test-server.ts'
import type { Budget } from '../budget.ts'
import { median, quantile } from '../statistics.ts'

const MAILS = 50
const WARM_UP = 10

/** The mail about an incident of a project of nine series and 900 rows, with its lanes and three charts, one after the other. */
export const alertMailBudget: Budget = {
  name: 'alert-mail',
  title: 'A mail about an incident with its four pictures, composed',
  async run() {
    const server = await startTestServer()
    try {
      const world = await openAlertWorld(server)
      const message = world.message('opened')
      const compose = (to: string) =>
        composeAlertMail(server.ctx, message, { sourceId: world.sourceId, locale: 'en', to })
      const began = performance.now()
      const { html = '', text, pictures = [] } = await compose('first@example.com')
      const first = performance.now() - began
      for (let mail = 0; mail < WARM_UP; mail++) await compose(`warm${mail}@example.com`)
      const times: number[] = []
      const before = process.cpuUsage()
      for (let mail = 0; mail < MAILS; mail++) {
        const start = performance.now()
        await compose(`reader${mail}@example.com`)
        times.push(performance.now() - start)
      }
      const { user, system } = process.cpuUsage(before)
      const bytes = pictures.reduce((sum, { png }) => sum + png.length, 0)
      return [
        { what: 'median', unit: 'ms', measured: median(times), goal: { atMost: 150 } },
        { what: '95th percentile', unit: 'ms', measured: quantile(times, 0.95), note: 'grows with the load' },
        {
          what: 'processor time',
          unit: 'ms',
          measured: (user + system) / 1000 / MAILS,
          note: 'all threads, without PostgreSQL; hardly depends on the load',
        },
        { what: 'the first one', unit: 'ms', measured: first, note: 'starts a thread and loads what draws' },
        {
          what: 'HTML, text and pictures',
          unit: 'kB',
          measured: (Buffer.byteLength(html) + Buffer.byteLength(text) + bytes) / 1000,
          note: `HTML ${Math.round(html.length / 1000)} kB, ${pictures.length} pictures ${Math.round(bytes / 1000)} kB`,
        },
      ]
    } finally {
      await server.close()
    }
  },
}
