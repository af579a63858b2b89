import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incidents, predictionRules, rulePredictions, series } from '../../schema/index.ts'
import { BEGAN, openLiveProject } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { advanceProject } from './advance.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LEAD_MS = 12 * MINUTE
/** An incident every 20 hours, each announced by a sample of the queue that left its range. */
const TIMES = 9

let server: TestServer
let project: Awaited<ReturnType<typeof openLiveProject>>
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  server.clock.advance(BEGAN - server.clock.now())
  project = await openLiveProject(server, 'rules0001')
  const { sourceId } = project
  const { db } = server.ctx
  await db.insert(series).values({ sourceId, number: 0, seriesId: 'queue[a]', metric: 'queue', instance: 'a' })
  const title = { kind: 'disk' as const, metric: 'disk_write', instance: 'node5', side: 1 as const }
  for (let n = 0; n < TIMES; n++)
    await db.insert(incidents).values({
      id: `in_rule${n}`,
      sourceId,
      state: 'resolved',
      onset: startOf(n),
      endTime: startOf(n) + 10 * MINUTE,
      createdAt: 0,
      val: 8,
      severity: 8,
      family: 'disk',
      repeatKey: 'same',
      title: { ...title, metrics: 1, instances: 1, logs: 0, durationMs: 10 * MINUTE },
    })
  for (let n = 0; n < TIMES; n++) await flag(startOf(n) - LEAD_MS)
})
afterAll(() => server.close())

const startOf = (n: number): number => BEGAN + (n + 1) * 20 * HOUR

async function flag(time: number): Promise<void> {
  await server.ctx.points.appendScores(project.sourceId, {
    series: Uint32Array.of(0),
    times: Float64Array.of(time),
    degree: Float32Array.of(2),
    low: Float32Array.of(0),
    high: Float32Array.of(1),
  })
}

const advance = (now: number) =>
  advanceProject(server.ctx, { sourceId: project.sourceId, stepMs: MINUTE, now }, new AbortController().signal)
const predicted = async () => {
  const query = `tab=predicted&from=${BEGAN}&to=${server.clock.now()}&withCalendar=false`
  return (await (await server.signIn('rules0001')).get(`dashboard-incident?${query}`)).body
}
const passTo = (time: number) => server.clock.advance(time - server.clock.now())

describe('predictions by rules', () => {
  const announcedAt = startOf(TIMES) - LEAD_MS
  it('are learned from what came before incidents, and say how often the rule was right and how long before', async () => {
    passTo(announcedAt - MINUTE)
    await advance(announcedAt - MINUTE)
    const [rules] = await server.ctx.db
      .select()
      .from(predictionRules)
      .where(eq(predictionRules.sourceId, project.sourceId))
    expect(rules!.state.rules).toMatchObject([
      { precursor: 'series queue[a] +', outcome: 'key same', hits: TIMES, misses: 0 },
    ])
    expect(await predicted()).toMatchObject({ predictions: [], counts: { predicted: 0 } })
    await flag(announcedAt)
    passTo(announcedAt + MINUTE)
    await advance(announcedAt + MINUTE)
    const { predictions, counts } = await predicted()
    expect(counts.predicted).toBe(1)
    expect(predictions).toMatchObject([
      {
        projectName: 'rules0001',
        subject: 'Disk: disk_write on node5 high',
        after: 'queue[a] above expected',
        state: 'open',
        hits: TIMES,
        misses: 0,
        leadMs: LEAD_MS,
        about: announcedAt + LEAD_MS,
        incidentId: null,
      },
    ])
    expect(predictions[0].sentence).toContain(`seen ${TIMES} of ${TIMES} times, on average 12 min before`)
  })
  it('are settled by the incident that they came true with', async () => {
    const id = 'in_came'
    const onset = announcedAt + LEAD_MS
    const facts = { state: 'open' as const, onset, createdAt: 0, val: 8, severity: 8, family: 'disk' as const }
    await server.ctx.db.insert(incidents).values({ id, sourceId: project.sourceId, ...facts, repeatKey: 'same' })
    passTo(onset + 2 * MINUTE)
    await advance(onset + 2 * MINUTE)
    expect((await predicted()).predictions).toMatchObject([{ state: 'cameTrue', settledAt: onset, incidentId: id }])
  })
  it('fail where nothing happens by their time, and stay on record', async () => {
    const onset = announcedAt + LEAD_MS
    await server.ctx.db
      .update(incidents)
      .set({ endTime: onset + HOUR, state: 'resolved' })
      .where(eq(incidents.id, 'in_came'))
    const later = onset + 5 * HOUR
    await flag(later)
    passTo(later + MINUTE)
    await advance(later + MINUTE)
    expect((await predicted()).counts.predicted).toBe(1)
    passTo(later + 26 * HOUR)
    await advance(later + 26 * HOUR)
    const { predictions, counts } = await predicted()
    expect(counts.predicted).toBe(0)
    expect(predictions.map(({ state }: { state: string }) => state)).toEqual(['failed', 'cameTrue'])
    expect(await server.ctx.db.$count(rulePredictions)).toBe(2)
  })
  it('are nobody else’s', async () => {
    const other = await server.signUp('stranger01')
    expect((await other.get('dashboard-incident?tab=predicted')).body.predictions).toEqual([])
  })
})
