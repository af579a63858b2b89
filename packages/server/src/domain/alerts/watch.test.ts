import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts } from '../../schema/index.ts'
import { livePeriod, openLiveProject } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { findPlannable } from './watch.ts'

let server: TestServer
let busy: Awaited<ReturnType<typeof openLiveProject>>
let other: typeof busy
beforeAll(async () => {
  server = await startTestServer()
  busy = await openLiveProject(server, 'busy0001')
  other = await openLiveProject(server, 'other001')
})
afterAll(() => server.close())

const MINUTE_ROWS = 60
const plannable = () => findPlannable(server.ctx, [busy.sourceId, other.sourceId])

async function noteAlert(id: string, kind: 'predicted' | 'opened', incidentIds: string[]): Promise<void> {
  const { db, clock } = server.ctx
  const times = { at: clock.now(), createdAt: clock.now() }
  await db.insert(alerts).values({
    id,
    kind,
    sourceId: other.sourceId,
    incidentIds,
    key: id,
    ...times,
    message: { kind, projectName: 'other001', timeZone: 'UTC', at: times.at, incidentsTotal: 0, incidents: [] },
  })
}

describe('the projects whose alerts are planned', () => {
  it('are those with a finding that lasts, or ended within an hour and the quiet time', async () => {
    await other.keep(20, {})
    await busy.keep(20, { changed: [livePeriod('a', 'node1', [10, 20], 'open')] })
    expect(await plannable()).toEqual([busy.sourceId])
    await busy.keep(89 * MINUTE_ROWS, { changed: [livePeriod('a', 'node1', [10, 20], 'over')] })
    expect(await plannable()).toEqual([busy.sourceId])
    await busy.keep(91 * MINUTE_ROWS, {})
    expect(await plannable()).toEqual([])
  })

  it('are those with a longer quiet time for longer', async () => {
    await busy.owner.post('emailAlertSetting', { projectName: 'busy0001', quietMinutes: 60 })
    expect(await plannable()).toEqual([busy.sourceId])
    await busy.keep(121 * MINUTE_ROWS, {})
    expect(await plannable()).toEqual([])
  })

  it('are those with limits or with predictions to be sent', async () => {
    const thresholds = [{ metric: 'cpu', alertAbove: 90 }]
    await busy.owner.post('emailAlertSetting', { projectName: 'busy0001', thresholds })
    await other.owner.post('emailAlertSetting', { projectName: 'other001', predictionHours: 4 })
    expect((await plannable()).sort()).toEqual([busy.sourceId, other.sourceId].sort())
    await busy.owner.post('emailAlertSetting', { projectName: 'busy0001', thresholds: [] })
    await other.owner.post('emailAlertSetting', { projectName: 'other001', predictionHours: 0 })
    expect(await plannable()).toEqual([])
  })

  it('are those with a crossing or a prediction that was sent, which may have to be ended', async () => {
    const { db } = server.ctx
    await noteAlert('al_opened', 'opened', ['in_other'])
    expect(await plannable()).toEqual([])
    for (const [kind, id] of [
      ['predicted', 'predicted-1'],
      ['opened', `limit-${other.sourceId}-0-above-90-0`],
    ] as const) {
      await noteAlert('al_lasting', kind, [id])
      expect(await plannable()).toEqual([other.sourceId])
      await db.delete(alerts).where(eq(alerts.id, 'al_lasting'))
    }
  })
})
