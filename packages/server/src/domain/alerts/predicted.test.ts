import type { GapFinding } from '@omen/engine'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts, deliveries, predictions, projects, series } from '../../schema/index.ts'
import { expectEventually } from '../../testing/eventually.ts'
import { BEGAN, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { sendAlerts } from './send.ts'

const HOUR = 3_600_000
let server: TestServer
let project: Awaited<ReturnType<typeof openLiveProject>>
beforeAll(async () => {
  server = await startTestServer({
    settings: { publicUrl: 'https://omen.example', outboundAllow: ['127.0.0.1'] },
    isClockStill: true,
  })
  project = await openLiveProject(server, 'owner001')
  const { sourceId } = project
  const names = ['node1', 'node2'].map((instance) => ({ metric: 'cpu', instance, seriesId: `cpu[${instance}]` }))
  await server.ctx.db.insert(series).values(names.map((one, number) => ({ ...one, sourceId, number })))
  await project.keep(20, {})
  const now = server.clock.now()
  const data = { firstDataAt: BEGAN, lastDataAt: now }
  await server.ctx.db.update(projects).set(data).where(eq(projects.sourceId, sourceId))
  await project.owner.post('emailAlertSetting', { projectName: 'owner001', predictionHours: 3 })
})
afterAll(() => server.close())

/** As the forecast says so now: one series in two hours, another one much later. */
async function predict(): Promise<void> {
  const { sourceId } = project
  const now = server.clock.now()
  const departure = { sourceId, side: 'above', limit: 90, historyMs: 40 * HOUR, since: now } as const
  const at = (about: number) => ({ about, earliest: about - HOUR, latest: about + HOUR })
  await server.ctx.db.insert(predictions).values([
    { ...departure, series: 0, ...at(now + 2 * HOUR) },
    { ...departure, series: 1, ...at(now + 10 * HOUR) },
  ])
}
const withdraw = () => server.ctx.db.delete(predictions)
const kinds = async () =>
  (await server.ctx.db.select().from(alerts).orderBy(alerts.createdAt, alerts.at)).map(({ kind }) => kind)

describe('an alert of what is predicted', () => {
  it('is sent as predicted, with the series that leaves its range in time and no other', async () => {
    await predict()
    await sendAlerts(server.ctx, project.sourceId)
    expect(await kinds()).toEqual(['predicted'])
    const mail = await server.outbox.take('owner001@example.com')
    expect(mail.subject).toBe('[Omen] owner001: predicted: cpu on node1 is predicted to rise above 90 in about 2 h')
    expect(mail.text).not.toContain('node2')
    expect(mail.text).not.toContain('/acknowledge?')
  })
  it('is not sent again while the prediction stands, nor where it is withdrawn and made again', async () => {
    await sendAlerts(server.ctx, project.sourceId)
    await withdraw()
    await sendAlerts(server.ctx, project.sourceId)
    await predict()
    await sendAlerts(server.ctx, project.sourceId)
    expect(await kinds()).toEqual(['predicted'])
  })
  it('is ended where a service keeps it, once it is withdrawn', async () => {
    const receiver = await startReceiver(() => ({ status: 202 }))
    const serviceKey = 'R0123456789012345678901234567890'
    const pager = { provider: 'pagerduty', account: 'pager', serviceKey, endpoint: receiver.url }
    const added = await project.owner.post('service-integration', { operation: 'add', ...pager })
    expect(added.status).toBe(200)
    await withdraw()
    await server.ctx.db.delete(alerts)
    await predict()
    for (let round = 0; round < 2; round++) await sendAlerts(server.ctx, project.sourceId)
    await withdraw()
    for (let round = 0; round < 2; round++) await sendAlerts(server.ctx, project.sourceId)
    const events = () => receiver.requests.map(({ body }) => JSON.parse(body))
    await expectEventually(server, () => events().map((one) => one.event_action)).toEqual(['trigger', 'resolve'])
    expect(events()[1].dedup_key).toBe(events()[0].dedup_key)
    const mails = await server.ctx.db.select().from(deliveries).where(isNull(deliveries.integrationId))
    expect(mails).toHaveLength(1)
    await project.owner.post('service-integration', { operation: 'delete', provider: 'pagerduty', account: 'pager' })
    await receiver.close()
    await server.ctx.db.delete(alerts).where(eq(alerts.kind, 'recovered'))
  })
  it('is followed by one about the incident once it has come true, and by no prediction of what is there', async () => {
    await withdraw()
    const start = BEGAN + 30 * SECOND
    const gap: GapFinding = {
      kind: 'silent',
      start,
      end: start + 5 * SECOND,
      rows: 5,
      fromRow: 30,
      toRow: 35,
      isMissingValue: true,
      instance: 'node1',
      seriesIds: ['cpu[node1]'],
      sentence: { kind: 'silent', instance: 'node1', series: 1, durationMs: 5 * SECOND },
    }
    const key = `silent|node1|${start}`
    await project.keep(40, { changed: [{ type: 'gap', key, state: 'open', gap, reportedAt: start + 4 * SECOND }] })
    // Made when the hours of the first one are over, too
    server.clock.advance(4 * HOUR)
    const data = { lastDataAt: server.clock.now() }
    await server.ctx.db.update(projects).set(data).where(eq(projects.sourceId, project.sourceId))
    await predict()
    await sendAlerts(server.ctx, project.sourceId)
    await sendAlerts(server.ctx, project.sourceId)
    expect(await kinds()).toEqual(['predicted', 'opened'])
    const states = async () => (await server.ctx.db.select().from(deliveries)).map(({ state }) => state)
    await expectEventually(server, states).toEqual(['sent', 'sent'])
  })
})
