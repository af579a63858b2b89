import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GapFinding } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportedFinding } from '../../ports/live-scorer.ts'
import {
  alerts,
  deliveries,
  incidents,
  integrationProjects,
  integrations,
  livePositions,
  series,
  sources,
  unsubscribes,
} from '../../schema/index.ts'
import { BEGAN, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { acknowledgeIncident } from '../incidents/index.ts'
import { instanceId } from '../instance.ts'
import { sendAlerts } from './send.ts'

let data: string
let server: TestServer
let project: Awaited<ReturnType<typeof openLiveProject>>
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'omen-alerts-'))
  server = await startTestServer({ data })
  project = await openLiveProject(server, 'owner001')
  const names = ['node1', 'node2', 'node3'].map((instance) => ({
    metric: 'cpu',
    instance,
    seriesId: `cpu[${instance}]`,
  }))
  const { sourceId } = project
  await server.ctx.db.insert(series).values(names.map((one, number) => ({ ...one, sourceId, number })))
})
afterAll(async () => {
  await server.close()
  rmSync(data, { recursive: true, force: true })
})

/** An instance, or one of its series, that is silent from a row on. */
function silent(instance: string, row: number, isWhole: boolean): ReportedFinding {
  const start = BEGAN + row * SECOND
  const place = { start, end: start + 5 * SECOND, rows: 5, fromRow: row, toRow: row + 5 }
  const gap: GapFinding = {
    kind: 'silent',
    ...place,
    isMissingValue: true,
    ...(isWhole && { instance }),
    seriesIds: [`cpu[${instance}]`],
    sentence: { kind: 'silent', instance, ...(!isWhole && { metric: 'cpu' }), series: 1, durationMs: 5 * SECOND },
  }
  return { type: 'gap', key: `silent|${instance}|${start}`, state: 'open', gap, reportedAt: start + 4 * SECOND }
}

const sent = async () => {
  const rows = await server.ctx.db.select().from(alerts).where(eq(alerts.sourceId, project.sourceId)).orderBy(alerts.at)
  return rows.map(({ kind, at, incidentIds }) => [kind, (at - BEGAN) / SECOND, incidentIds.length])
}
const targets = async () =>
  (await server.ctx.db.select().from(deliveries)).map(({ target, state }) => `${target} ${state}`).sort()

describe('sendAlerts', () => {
  it('gives the order once, for each recipient and integration', async () => {
    const { owner, sourceId } = project
    const recipients = ['a@example.com', 'gone@example.com']
    await owner.post('emailAlertSetting', {
      projectName: 'owner001',
      recipients,
      quietMinutes: 1,
      escalateMinutes: 5,
      sendsRecovery: true,
    })
    const { db } = server.ctx
    await db.insert(unsubscribes).values({ sourceId, address: 'gone@example.com', at: 0 })
    const [source] = await db.select().from(sources).where(eq(sources.id, sourceId))
    const { ownerId } = source!
    const integration = {
      ownerId,
      provider: 'slack',
      serviceKey: new Uint8Array([1]),
      hint: 'x',
      createdAt: 0,
    } as const
    await db.insert(integrations).values([
      { ...integration, id: 'all', account: 'all', isForAll: true, isForEscalation: false },
      { ...integration, id: 'own', account: 'own', isForAll: false, isForEscalation: false },
      { ...integration, id: 'other', account: 'other', isForAll: false, isForEscalation: false },
      { ...integration, id: 'pager', account: 'pager', isForAll: true, isForEscalation: true },
      { ...integration, id: 'stopped', account: 'stopped', isForAll: true, isForEscalation: false, stoppedAt: 1 },
    ])
    await db.insert(integrationProjects).values({ integrationId: 'own', sourceId })
    await project.keep(20, { changed: [silent('node1', 10, true)] })
    await sendAlerts(server.ctx, sourceId)
    await sendAlerts(server.ctx, sourceId)
    expect(await sent()).toEqual([['opened', 14, 1]])
    expect(await targets()).toEqual(['a@example.com waiting', 'all waiting', 'own waiting'])
  })
  it('goes on after a restart, with nothing twice and nothing forgotten', async () => {
    await project.keep(40, { changed: [silent('node2', 30, false)] })
    await server.close()
    server = await startTestServer({ data })
    const lease = { holder: instanceId, position: BEGAN + 100 * SECOND }
    await server.ctx.db.update(livePositions).set(lease).where(eq(livePositions.sourceId, project.sourceId))
    await sendAlerts(server.ctx, project.sourceId)
    await sendAlerts(server.ctx, project.sourceId)
    // A minute after the first one
    expect(await sent()).toEqual([
      ['opened', 14, 1],
      ['opened', 74, 1],
    ])
  })
  it('escalates what nobody acknowledged, to integrations for that as well', async () => {
    const { ctx } = server
    const later = (row: number) => ({ holder: instanceId, position: BEGAN + row * SECOND })
    const found = await ctx.db.select().from(incidents).orderBy(incidents.onset)
    expect(await acknowledgeIncident(ctx, { id: found[1]!.id, by: 'a@example.com' })).toBe(true)
    expect(await acknowledgeIncident(ctx, { id: 'in_none', by: 'a@example.com' })).toBe(false)
    await ctx.db.update(livePositions).set(later(600)).where(eq(livePositions.sourceId, project.sourceId))
    await sendAlerts(ctx, project.sourceId)
    expect((await sent()).slice(2)).toEqual([['escalated', 314, 1]])
    expect((await targets()).filter((target) => target.startsWith('pager'))).toEqual(['pager waiting'])
  })
})
