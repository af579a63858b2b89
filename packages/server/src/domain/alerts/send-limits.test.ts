import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alerts, livePositions, series } from '../../schema/index.ts'
import { BEGAN, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { Context } from '../context.ts'
import { instanceId } from '../instance.ts'
import { sendAlerts } from './send.ts'

const HOUR = 3600
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A project with a limit of 90 on one series, whose values are a function of the row. */
async function addLimited(projectName: string, valueAt: (row: number) => number, quietMinutes = 0) {
  const { owner, sourceId } = await openLiveProject(server, projectName)
  await server.ctx.db
    .insert(series)
    .values({ sourceId, number: 0, metric: 'disk', instance: 'node1', seriesId: 'disk[node1]' })
  const thresholds = [{ metric: 'disk', alertAbove: 90 }]
  const recipients = [`${projectName}@example.com`]
  await owner.post('emailAlertSetting', { projectName, thresholds, recipients, sendsRecovery: true, quietMinutes })
  const readGrid: Context['points']['readGrid'] = async (_source, _numbers, { from, to }, stepMs) => {
    const times = Float64Array.from({ length: (to - from) / stepMs }, (_, row) => from + row * stepMs)
    return { times, columns: [times.map((time) => valueAt((time - BEGAN) / SECOND))] }
  }
  const ctx = { ...server.ctx, points: { ...server.ctx.points, readGrid } }
  return {
    /** As the server is when a row has just been scored. */
    async at(row: number) {
      server.clock.advance(BEGAN + row * SECOND - server.clock.now())
      await server.ctx.db
        .update(livePositions)
        .set({ holder: instanceId, position: BEGAN + row * SECOND })
        .where(eq(livePositions.sourceId, sourceId))
      await sendAlerts(ctx, sourceId)
    },
    async sent() {
      const rows = await server.ctx.db.select().from(alerts).where(eq(alerts.sourceId, sourceId)).orderBy(alerts.at)
      return rows.map(({ kind, at, message: { incidents } }) => {
        return [kind, (at - BEGAN) / SECOND, (incidents[0]!.start - BEGAN) / SECOND, incidents[0]!.series[0]!.value]
      })
    },
  }
}

test('the same limit crossed by the same series of two projects in one step is sent for both', async () => {
  const first = await addLimited('first001', (row) => (row < 100 ? 50 : 95))
  const second = await addLimited('second01', (row) => (row < 100 ? 50 : 95))
  await first.at(110)
  await second.at(110)
  expect(await first.sent()).toEqual([['opened', 104, 100, 95]])
  expect(await second.sent()).toEqual([['opened', 104, 100, 95]])
})

test('a crossing that lasts for days is sent once, however it dips, and so is its end', async () => {
  const start = 100
  const end = 50 * HOUR
  const isDip = (row: number) => row > 2 * HOUR && row % HOUR < 3
  const project = await addLimited('lasting1', (row) => {
    if (row < start || row >= end) return 50
    return row === 300 ? 99 : isDip(row) ? 60 : 95
  })
  for (const row of [400, 20 * HOUR, 26 * HOUR + 1, 30 * HOUR + 2, 49 * HOUR]) await project.at(row)
  expect(await project.sent()).toEqual([['opened', 104, 100, 99]])
  await project.at(end + 60)
  await project.at(end + 20 * HOUR)
  await project.at(end + 26 * HOUR)
  expect(await project.sent()).toEqual([
    ['opened', 104, 100, 99],
    ['recovered', end + 4, 100, 99],
  ])
})

test('what was over long ago, and is not sent, holds back nothing that is news', async () => {
  const late = 21 * HOUR
  const isBeyond = (row: number) => (row >= 100 && row < 200) || (row >= late && row < late + 300)
  const project = await addLimited('absent01', (row) => (isBeyond(row) ? 95 : 50), 1440)
  await project.at(late + 600)
  await project.at(late + 700)
  expect(await project.sent()).toEqual([
    ['opened', late + 4, late, 95],
    ['recovered', late + 304, late, 95],
  ])
})

test('what waited for the end of a quiet time is news, though it is over', async () => {
  const isBeyond = (row: number) => [100, 5 * HOUR].some((start) => row >= start && row < start + 60)
  const project = await addLimited('waited01', (row) => (isBeyond(row) ? 95 : 50), 600)
  for (const row of [150, 6 * HOUR, 11 * HOUR]) await project.at(row)
  expect(await project.sent()).toEqual([
    ['opened', 104, 100, 95],
    ['opened', 10 * HOUR + 104, 5 * HOUR, 95],
  ])
})
