import type { GapFinding } from '@omen/engine'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReportedFinding } from '../../ports/live-scorer.ts'
import { deliveries, series } from '../../schema/index.ts'
import { BEGAN, livePeriod, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { type Receiver, startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { sealLink } from '../alert-links/token.ts'
import { sendAlerts } from './send.ts'

let server: TestServer
let receiver: Receiver
let project: Awaited<ReturnType<typeof openLiveProject>>
beforeAll(async () => {
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } })
  receiver = await startReceiver(() => ({ status: 202 }))
  project = await openPaged('owner001')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

async function openPaged(name: string) {
  const opened = await openLiveProject(server, name)
  const { sourceId, owner } = opened
  const named = (number: number, instance: string) => {
    return { sourceId, number, metric: 'cpu', instance, seriesId: `cpu[${instance}]` }
  }
  await server.ctx.db.insert(series).values([named(0, 'node1'), named(1, 'node2')])
  const serviceKey = 'R0123456789012345678901234567890'
  const pager = { provider: 'pagerduty', account: 'pager', serviceKey, endpoint: receiver.url }
  expect((await owner.post('service-integration', { operation: 'add', ...pager })).status).toBe(200)
  return opened
}

function silence(instance: string, [from, to]: readonly [number, number], state: 'open' | 'over'): ReportedFinding {
  const [start, end] = [BEGAN + from * SECOND, BEGAN + to * SECOND]
  const gap: GapFinding = {
    kind: 'silent',
    start,
    end,
    rows: to - from,
    fromRow: from,
    toRow: to,
    isMissingValue: true,
    instance,
    seriesIds: [`cpu[${instance}]`],
    sentence: { kind: 'silent', instance, series: 1, durationMs: end - start },
  }
  return { type: 'gap', key: `silent|${instance}|${start}`, state, gap, reportedAt: start + 4 * SECOND }
}

const sendAt = async (row: number, { sourceId } = project) => {
  server.clock.advance(BEGAN + row * SECOND - server.clock.now())
  await sendAlerts(server.ctx, sourceId)
  server.clock.advance(61 * SECOND)
  await vi.waitFor(async () => {
    for (const { state } of await server.ctx.db.select().from(deliveries)) expect(state).toBe('sent')
  }, 10_000)
}
const events = () =>
  receiver.requests.map(({ body }) => [JSON.parse(body).event_action, JSON.parse(body).dedup_key.slice('omen-'.length)])

test('an incident that was sent and is merged into one that was not is not sent again, and ends in PagerDuty with that one', async () => {
  await project.keep(20, { changed: [silence('node1', [10, 15], 'open')] })
  await sendAt(21)
  const [first] = await project.incidents()
  expect(events()).toEqual([['trigger', first!.id]])
  await project.keep(305, { changed: [silence('node2', [300, 305], 'open')] })
  const [, last] = await project.incidents()
  const merged = await project.owner.post(`incidents/${first!.id}`, { action: 'merge', into: last!.id })
  expect(merged.body.incident).toMatchObject({ id: last!.id, state: 'open' })
  await sendAt(400)
  expect(events()).toHaveLength(1)
  await project.keep(500, { changed: [silence('node1', [10, 410], 'over'), silence('node2', [300, 410], 'over')] })
  await sendAt(520)
  expect(events()).toEqual([
    ['trigger', first!.id],
    ['resolve', first!.id],
  ])
})

const read = async (id: string, { sourceId, owner } = project) => {
  const link = { action: 'acknowledge', sourceId, incidentId: id, address: 'a@example.com' } as const
  const [page, mail] = await Promise.all([
    owner.get(`incidents/${id}`),
    server.anonymous.get(`alert-mail/acknowledge?token=${sealLink(server.ctx, link)}`),
  ])
  expect([page.status, mail.status]).toEqual([200, 200])
  return { ...page.body, mail: mail.body.incident }
}

test('an incident that was sent and has no findings left stays as withdrawn, and has its id again when others take their place', async () => {
  const sent = silence('node1', [4000, 4005], 'open')
  await project.keep(4005, { changed: [sent] })
  await sendAt(4006)
  const { id } = (await project.incidents()).at(-1)!
  expect(events()).toContainEqual(['trigger', id])
  await project.owner.post(`incidents/${id}`, { action: 'note', note: 'the cable' })
  const count = events().length

  await project.keep(4050, { since: BEGAN + 3900 * SECOND })
  const withdrawn = await read(id)
  expect(withdrawn).toMatchObject({ requestedId: id, findings: [], incident: { id, state: 'resolved', findings: 0 } })
  expect(withdrawn.withdrawn.sentence).toMatch(/^This incident was withdrawn: after late data arrived/)
  expect(withdrawn.mail).toMatchObject({ state: 'resolved', sentence: withdrawn.withdrawn.sentence })
  expect(withdrawn.history.map(({ kind }: { kind: string }) => kind)).toContain('withdrawn')

  await project.keep(4060, {
    since: BEGAN + 3900 * SECOND,
    changed: [livePeriod('node1|anomaly|4001', 'node1', [4001, 4060], 'open')],
  })
  const replaced = await read(id)
  expect(replaced).toMatchObject({
    withdrawn: null,
    incident: { id, state: 'open', findings: 1 },
    decision: { note: 'the cable' },
  })
  await sendAt(4070)
  expect(events().slice(count)).toEqual([['resolve', id]])
})

test('the end of a withdrawn incident is sent once, and the incident is sent again if it comes back and is not over', async () => {
  const paged = await openPaged('owner002')
  const count = events().length
  await paged.keep(7005, { changed: [silence('node1', [7000, 7005], 'open')] })
  await sendAt(7006, paged)
  const [{ id } = { id: '' }] = await paged.incidents()
  await paged.keep(7050, { since: BEGAN + 6900 * SECOND })
  await sendAt(7051, paged)
  const sentAndEnded = [
    ['trigger', id],
    ['resolve', id],
  ]
  expect(events().slice(count)).toEqual(sentAndEnded)

  await paged.keep(7060, { since: BEGAN + 6900 * SECOND, changed: [silence('node1', [7001, 7055], 'over')] })
  await sendAt(7100, paged)
  expect((await read(id, paged)).incident).toMatchObject({ id, state: 'resolved', findings: 1 })
  await paged.keep(7200, { since: BEGAN + 6900 * SECOND })
  await sendAt(7201, paged)
  expect(events().slice(count)).toEqual(sentAndEnded)

  await paged.keep(7300, { since: BEGAN + 6900 * SECOND, changed: [silence('node1', [7002, 7300], 'open')] })
  await sendAt(9500, paged)
  expect((await read(id, paged)).incident).toMatchObject({ id, state: 'open', findings: 1 })
  await paged.keep(9600, { changed: [silence('node1', [7002, 9550], 'over')] })
  await sendAt(9700, paged)
  expect(events().slice(count)).toEqual([...sentAndEnded, ...sentAndEnded])
})

test('the id of an incident whose place another one takes leads to that one', async () => {
  await project.keep(5005, {
    changed: [livePeriod('node1|anomaly|4950', 'node1', [4950, 4960], 'over'), silence('node1', [5000, 5005], 'over')],
  })
  const [taker, taken] = (await project.incidents()).slice(-2).map((one) => one.id) as [string, string]
  await project.keep(5050, {
    since: BEGAN + 4900 * SECOND,
    changed: [livePeriod('node1|anomaly|4950', 'node1', [4950, 5040], 'open')],
  })
  expect(await read(taken)).toMatchObject({
    requestedId: taken,
    incident: { id: taker },
    withdrawn: null,
    mail: { state: 'open' },
  })
})
