import type { GapFinding } from '@omen/engine'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deliveries, series } from '../../schema/index.ts'
import { BEGAN, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { type Receiver, startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { sendAlerts } from './send.ts'

let server: TestServer
let receiver: Receiver
let project: Awaited<ReturnType<typeof openLiveProject>>
beforeAll(async () => {
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } })
  receiver = await startReceiver(({ path }) => ({ status: path === '/hook' ? 200 : 202 }))
  project = await openLiveProject(server, 'owner001')
  const { sourceId } = project
  const one = { sourceId, number: 0, metric: 'cpu', instance: 'node1', seriesId: 'cpu[node1]' }
  await server.ctx.db.insert(series).values(one)
  const serviceKey = 'R0123456789012345678901234567890'
  for (const integration of [
    { provider: 'pagerduty', account: 'pager', serviceKey, endpoint: `${receiver.url}/pager` },
    { provider: 'pagerduty', account: 'later', serviceKey, endpoint: `${receiver.url}/later`, isForEscalation: true },
    { provider: 'webhook', account: 'hook', serviceKey: `${receiver.url}/hook` },
  ]) {
    const { status } = await project.owner.post('service-integration', { operation: 'add', ...integration })
    expect(status).toBe(200)
  }
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const START = BEGAN + 10 * SECOND
const GAP: GapFinding = {
  kind: 'silent',
  start: START,
  end: START + 5 * SECOND,
  rows: 5,
  fromRow: 10,
  toRow: 15,
  isMissingValue: true,
  instance: 'node1',
  seriesIds: ['cpu[node1]'],
  sentence: { kind: 'silent', instance: 'node1', series: 1, durationMs: 5 * SECOND },
}

test('what is acknowledged, resolved or over here is so in PagerDuty, once, where it was triggered', async () => {
  const key = `silent|node1|${START}`
  await project.keep(20, { changed: [{ type: 'gap', key, state: 'open', gap: GAP, reportedAt: START + 4 * SECOND }] })
  await sendAlerts(server.ctx, project.sourceId)
  const [incident] = await project.incidents()
  const decide = (action: string, note?: string) =>
    project.owner.post(`incidents/${incident!.id}`, { action, ...(note !== undefined && { note }) })
  const allSent = () =>
    vi.waitFor(async () => {
      for (const { state } of await server.ctx.db.select().from(deliveries)) expect(state).toBe('sent')
    }, 10_000)
  const events = () =>
    receiver.requests
      .filter(({ path }) => path !== '/hook')
      .map(({ path, body }) => [path, JSON.parse(body).event_action, JSON.parse(body).dedup_key])

  expect((await decide('acknowledge')).status).toBe(200)
  await decide('acknowledge', 'disk is being replaced')
  await allSent()
  const dedupKey = `omen-${incident!.id}`
  expect(events()).toEqual([
    ['/pager', 'trigger', dedupKey],
    ['/pager', 'acknowledge', dedupKey],
  ])
  await decide('reopen')
  server.clock.advance(1000)
  await decide('acknowledge')
  await allSent()
  expect(events().map(([, action]) => action)).toEqual(['trigger', 'acknowledge', 'acknowledge'])
  await decide('resolve')
  await allSent()
  expect(events().at(-1)).toEqual(['/pager', 'resolve', dedupKey])
  expect(receiver.requests.filter(({ path }) => path === '/hook')).toHaveLength(1)
  // Its end, too, although nobody else is alerted
  await decide('reopen')
  const over = { ...GAP, end: START + 6 * SECOND, toRow: 17, rows: 7 }
  await project.keep(60, { changed: [{ type: 'gap', key, state: 'over', gap: over, reportedAt: START + 4 * SECOND }] })
  server.clock.advance(BEGAN + 61 * SECOND - server.clock.now())
  await sendAlerts(server.ctx, project.sourceId)
  server.clock.advance(61 * SECOND)
  await allSent()
  expect(events().map(([, action]) => action)).toEqual([
    ...['trigger', 'acknowledge', 'acknowledge', 'resolve', 'resolve'],
  ])
  expect(receiver.requests.filter(({ path }) => path === '/hook')).toHaveLength(1)
})
