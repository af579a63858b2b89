import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { alerts, deliveries, series } from '../../schema/index.ts'
import { BEGAN, livePeriod, openLiveProject, SECOND, silentInstance as silent } from '../../testing/live-rounds.ts'
import { type Receiver, startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { acknowledgeIncident } from '../incidents/index.ts'
import { sendAlerts } from './send.ts'

let server: TestServer
let receiver: Receiver
beforeAll(async () => {
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } })
  receiver = await startReceiver(() => ({ status: 202 }))
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

const NAMES = ['node1', 'node2', 'node3', 'node4']

async function openProject(name: string) {
  const project = await openLiveProject(server, name)
  const { owner, sourceId } = project
  await server.ctx.db.insert(series).values(
    NAMES.map((instance, number) => {
      return { sourceId, number, metric: 'cpu', instance, seriesId: `cpu[${instance}]` }
    }),
  )
  const setting = { projectName: name, recipients: ['a@example.com'], quietMinutes: 0, sendsRecovery: true }
  await owner.post('emailAlertSetting', setting)
  const sent = async () => {
    await sendAlerts(server.ctx, sourceId)
    const rows = await server.ctx.db.select().from(alerts).where(eq(alerts.sourceId, sourceId)).orderBy(alerts.at)
    return rows.map(({ kind, at, message }) => {
      const [{ sentence, part } = { sentence: { en: '' }, part: '' }] = message.incidents
      return [kind, (at - BEGAN) / SECOND, /node\d/.exec(sentence.en)?.[0], part]
    })
  }
  const preview = async () => {
    const { alerts: all } = (await owner.get(`emailAlertSetting?projectName=${name}`)).body.preview
    return all.map(({ kind, at }: { kind: string; at: number }) => [kind, (at - BEGAN) / SECOND]).reverse()
  }
  return { ...project, sent, preview }
}

describe('an instance that goes down within an incident that was sent', () => {
  it('is sent by itself, once, and so is its end, although the incident was acknowledged', async () => {
    const project = await openProject('within001')
    const { owner } = project
    const serviceKey = 'R0123456789012345678901234567890'
    const pager = { provider: 'pagerduty', account: 'pager', serviceKey, endpoint: `${receiver.url}/pager` }
    expect((await owner.post('service-integration', { operation: 'add', ...pager })).status).toBe(200)
    // As if it were the time of the samples
    server.clock.advance(BEGAN + 16 * SECOND - server.clock.now())
    await project.keep(16, { changed: [silent('node1', 10)] })
    expect(await project.sent()).toEqual([['opened', 14, 'node1', undefined]])
    const [incident] = await project.incidents()
    await acknowledgeIncident(server.ctx, { id: incident!.id, by: 'a@example.com' })
    await project.keep(24, { changed: [silent('node2', 18)] })
    expect(await project.incidents()).toHaveLength(1)
    const opened = (await project.sent()).filter(([kind]) => kind === 'opened')
    expect(opened.slice(1)).toEqual([['opened', 22, 'node2', 'node2']])
    expect(await project.preview()).toEqual([
      ['opened', 14],
      ['opened', 22],
    ])
    const later = async () => (await project.sent()).filter(([kind]) => kind !== 'acknowledged').slice(2)
    const lasting = livePeriod('p', 'node2', [14, 100], 'open')
    await project.keep(30, { changed: [silent('node2', 18, 26), lasting] })
    expect(await later()).toEqual([])
    await project.keep(40, { changed: [silent('node2', 34)] })
    expect(await later()).toEqual([])
    await project.keep(75, { changed: [silent('node2', 34, 44), silent('node2', 70)] })
    expect(await project.incidents()).toHaveLength(1)
    expect(await later()).toEqual([
      ['recovered', 55, 'node2', 'node2'],
      ['opened', 74, 'node2', 'node2'],
    ])
    await vi.waitFor(async () => {
      for (const { target, state } of await server.ctx.db.select().from(deliveries))
        if (target === 'pager') expect(state).toBe('sent')
    }, 10_000)
    const events = receiver.requests.map(({ body }) => JSON.parse(body))
    const key = `omen-${incident!.id}`
    expect(events.map(({ event_action, dedup_key }) => [event_action, dedup_key])).toEqual([
      ...[
        ['trigger', key],
        ['acknowledge', key],
      ],
      ...[
        ['trigger', `${key}-node2`],
        ['resolve', `${key}-node2`],
      ],
      ['trigger', `${key}-node2`],
    ])
  })
  it('is not sent where it came before the incident was sent, or was sent as an incident that became a part', async () => {
    const project = await openProject('within002')
    await project.keep(17, { changed: [silent('node1', 10), silent('node2', 10)] })
    await project.keep(40, { changed: [silent('node4', 35)] })
    const sentBefore = await project.sent()
    expect(sentBefore.map(([kind, at]) => [kind, at])).toEqual([
      ['opened', 14],
      ['opened', 39],
    ])
    expect(await project.incidents()).toHaveLength(2)
    await project.keep(42, { changed: [livePeriod('p', 'node4', [14, 36], 'open')] })
    expect(await project.incidents()).toHaveLength(1)
    expect(await project.sent()).toEqual(sentBefore)
  })
})
