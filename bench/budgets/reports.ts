import { sendReports } from '../../packages/server/src/domain/report-schedules/index.ts'
import { addReportedProject } from '../../packages/server/src/testing/reported-project.ts'
import { startTestServer } from '../../packages/server/src/testing/start-test-server.ts'
import type { Budget } from '../budget.ts'
import { quantile } from '../statistics.ts'

const PROJECTS = 200
const series = Array.from({ length: 20 }, (_, at) => ({ id: `m${at % 4}[i${Math.floor(at / 4)}]` }))
const STEP_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** How often a request is made while reports are. */
const EVERY_MS = 50

/** A schedule of each project is due at the same time; requests are answered meanwhile. */
export const reportsBudget: Budget = {
  name: 'reports',
  title: `Daily reports of ${PROJECTS} projects, made and mailed`,
  async run() {
    const server = await startTestServer({ settings: { role: 'api' } })
    try {
      const owner = await server.signUp('reporter')
      const midnight = Math.floor(server.clock.now() / DAY_MS) * DAY_MS
      const rows = Array.from({ length: (2 * DAY_MS) / STEP_MS }, (_, row) => midnight - DAY_MS + row * STEP_MS)
      for (let number = 0; number < PROJECTS; number++) {
        const projectName = `bench-${number}`
        await addReportedProject(server, owner, {
          projectName,
          stepMinutes: 5,
          series,
          points: series.flatMap(({ id }, at) =>
            rows.map((time, row) => ({ series: id, time, value: (row * 7 + at) % 97 })),
          ),
          findings: Array.from({ length: 6 }, (_, at) => ({
            start: midnight - (at % 2) * DAY_MS + at * 3_600_000,
            end: midnight - (at % 2) * DAY_MS + at * 3_600_000 + 900_000,
            severity: 5,
            series: [series[at]!.id],
            incident: `${projectName}-${at}`,
          })),
        })
        const wanted = { every: 'day', hour: 8, timeZone: 'UTC', projectNames: [projectName] }
        await owner.post('reports/schedules', { ...wanted, recipients: ['reader@example.com'] })
      }
      // To the hour at which they are due
      const due = midnight + 8 * 3_600_000
      server.clock.advance((due > server.clock.now() ? due : due + DAY_MS) - server.clock.now() + 1000)
      const waits: number[] = []
      const asking = setInterval(async () => {
        const start = performance.now()
        await owner.get('version')
        waits.push(performance.now() - start)
      }, EVERY_MS)
      const before = process.cpuUsage()
      const began = performance.now()
      await sendReports(server.ctx, new AbortController().signal)
      const seconds = (performance.now() - began) / 1000
      clearInterval(asking)
      const { user, system } = process.cpuUsage(before)
      const sent = server.outbox.mails.filter(({ to }) => to === 'reader@example.com').length
      if (sent !== PROJECTS) throw new Error(`${sent} of ${PROJECTS} reports were sent`)
      return [
        { what: 'all of them, in the background', unit: 's', measured: seconds, goal: { atMost: 60 } },
        {
          what: 'a request meanwhile, 99th percentile',
          unit: 'ms',
          measured: quantile(waits, 0.99),
          goal: { atMost: 2000 },
        },
        { what: 'processor time of one', unit: 'ms', measured: (user + system) / 1000 / PROJECTS },
      ]
    } finally {
      await server.close()
    }
  },
}
