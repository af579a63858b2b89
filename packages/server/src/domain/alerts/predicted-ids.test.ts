import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alerts, predictions, projects, series, sources } from '../../schema/index.ts'
import { BEGAN, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { selectProjects } from '../projects/index.ts'
import { sendPredictions } from './predicted.ts'
import { readRules } from './settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The ids by which alerts tell of a prediction for series 3 of a project. */
async function predict(sourceId: string, since: number): Promise<string[]> {
  const { ctx } = server
  const soon = server.clock.now() + 3600 * SECOND
  const expected = { about: soon, earliest: soon, latest: soon, historyMs: 1, alertedAt: null }
  const row = { sourceId, series: 3, side: 'above' as const, limit: 90, since, ...expected }
  await ctx.db.delete(predictions).where(eq(predictions.sourceId, sourceId))
  await ctx.db.insert(predictions).values(row)
  const [project] = await selectProjects(ctx.db).where(eq(sources.id, sourceId))
  await sendPredictions(ctx, project!, { ...(await readRules(ctx, project!)), predictionHours: 24 })
  const sent = await ctx.db.select().from(alerts).where(eq(alerts.sourceId, sourceId))
  return sent.flatMap(({ message }) => message.incidents.map(({ incidentId }) => incidentId))
}

test('a prediction is told apart from those of other projects, and from an earlier one of its series', async () => {
  const ids: string[] = []
  for (const name of ['first001', 'second01']) {
    const { sourceId, keep } = await openLiveProject(server, name)
    await keep(20, {})
    await server.ctx.db
      .insert(series)
      .values({ sourceId, number: 3, metric: 'disk', instance: 'node1', seriesId: 'disk[node1]' })
    const now = server.clock.now()
    const data = { firstDataAt: BEGAN, lastDataAt: now }
    await server.ctx.db.update(projects).set(data).where(eq(projects.sourceId, sourceId))
    await predict(sourceId, now - 2 * SECOND)
    // Of the same series within the hours of the setting nothing would be sent
    await server.ctx.db
      .update(alerts)
      .set({ createdAt: now - 25 * 3600 * SECOND })
      .where(eq(alerts.sourceId, sourceId))
    ids.push(...(await predict(sourceId, now - SECOND)))
  }
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(4)
})
