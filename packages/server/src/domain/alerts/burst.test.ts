import type { GapFinding } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { alerts, deliveries, findings, incidents, livePositions, series } from '../../schema/index.ts'
import { BEGAN, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { type Receiver, startReceiver } from '../../testing/start-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { fromGap } from '../findings/index.ts'
import { instanceId } from '../instance.ts'
import { sendAlerts } from './send.ts'

const MANY = 1000
const QUIET_ROWS = 30 * 60

let server: TestServer
let receiver: Receiver
let project: Awaited<ReturnType<typeof openLiveProject>>
beforeAll(async () => {
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'], publicUrl: 'https://omen.example' } })
  receiver = await startReceiver()
  project = await openLiveProject(server, 'owner001')
  const webhook = { operation: 'add', provider: 'webhook', account: 'hook', serviceKey: receiver.url }
  expect((await project.owner.post('service-integration', webhook)).status).toBe(200)
  const { sourceId } = project
  const names = Array.from({ length: MANY }, (_, number) => ({ number, metric: 'cpu', instance: `node${number}` }))
  await server.ctx.db
    .insert(series)
    .values(names.map((one) => ({ ...one, sourceId, seriesId: `${one.metric}[${one.instance}]` })))
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

/** As many incidents that last, each an instance that is silent from a row on. */
async function addIncidents(rowOf: (index: number) => number): Promise<void> {
  const { sourceId } = project
  const origin = { sourceId, detectionId: null, numberOf: () => undefined }
  const rows = Array.from({ length: MANY }, (_, index) => {
    const row = rowOf(index)
    const [start, instance] = [BEGAN + row * SECOND, `node${index}`]
    const gap: GapFinding = {
      kind: 'silent',
      start,
      end: start + 5 * SECOND,
      rows: 5,
      fromRow: row,
      toRow: row + 5,
      isMissingValue: true,
      instance,
      seriesIds: [`cpu[${instance}]`],
      sentence: { kind: 'silent', instance, series: 1, durationMs: 5 * SECOND },
    }
    const incidentId = `in_${row}_${index}`
    return {
      incident: { id: incidentId, sourceId, createdAt: 0, state: 'open' as const, onset: start },
      finding: {
        ...fromGap(gap, 0, origin),
        key: `silent|${instance}|${start}`,
        incidentId,
        endTime: null,
        reportedAt: start + 5 * SECOND,
      },
    }
  })
  const { db } = server.ctx
  await db.insert(incidents).values(rows.map(({ incident }) => incident))
  await db.insert(findings).values(rows.map(({ finding }) => finding))
}

/** Plans as of a row, twice, as after each round. */
async function planAt(row: number): Promise<void> {
  const { sourceId } = project
  const scored = { holder: instanceId, position: BEGAN + row * SECOND }
  await server.ctx.db.update(livePositions).set(scored).where(eq(livePositions.sourceId, sourceId))
  await sendAlerts(server.ctx, sourceId)
  await sendAlerts(server.ctx, sourceId)
  await vi.waitFor(async () => {
    for (const { state } of await server.ctx.db.select().from(deliveries)) expect(state).toBe('sent')
  }, 10_000)
}

const sent = async () => {
  const rows = await server.ctx.db.select().from(alerts).orderBy(alerts.at)
  return rows.map(({ kind, incidentIds }) => [kind, incidentIds.length])
}
const mails = () => server.outbox.mails.filter(({ subject }) => subject.startsWith('[Omen]'))

describe('a thousand incidents', () => {
  it('of one moment are one mail and one request, which name the first and count the others', async () => {
    await addIncidents(() => 10)
    await planAt(20)
    expect(await sent()).toEqual([['digest', MANY]])
    expect(mails().map(({ subject }) => subject)).toEqual([
      expect.stringContaining('[Omen] owner001: 1,000 incidents, worst: '),
    ])
    const { text, email } = mails()[0]!
    expect(text.match(/\/incidents\/in_10_\d+/g)).toHaveLength(20)
    expect(text).toContain('980 more in Omen')
    // Gmail cuts what is longer
    expect(email.html!.length).toBeLessThan(102_000)
    expect(receiver.requests.map(({ body }) => JSON.parse(body).incidentsTotal)).toEqual([MANY])
  })
  it('of a few minutes are one more mail, when the quiet time is over', async () => {
    await addIncidents((index) => 30 + Math.floor(index / 5))
    for (const row of [100, 300, QUIET_ROWS]) await planAt(row)
    expect(await sent()).toEqual([['digest', MANY]])
    await planAt(QUIET_ROWS + 100)
    expect(await sent()).toEqual([
      ['digest', MANY],
      ['digest', MANY],
    ])
    expect(mails()).toHaveLength(2)
    expect(receiver.requests).toHaveLength(2)
  })
})
