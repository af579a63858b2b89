import type { Period } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, incidents, livePositions, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { instanceId } from '../instance.ts'
import { keepRound, type Round } from './keep-round.ts'

const second = 1000
const began = Date.UTC(2026, 9, 19)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
afterAll(() => server.close())

const cpu = {
  share: 1,
  side: 1,
  probability: 1e-9,
  peak: 98,
  usual: 20,
  spread: 1,
  peakAt: began,
  firstAt: began,
} as const

function finding(key: string, instance: string, fromRow: number, toRow: number, state: 'open' | 'over') {
  const [start, end] = [began + fromRow * second, began + (toRow - 1) * second]
  const period: Period = {
    ...{ start, end, fromRow, toRow, rows: toRow - fromRow, val: 9, probability: 1e-9, isMissingValue: false },
    series: [{ ...cpu, seriesId: `cpu[${instance}]` }],
    kind: 'anomaly',
    sentence: {
      ...{ kind: 'anomaly', metric: 'cpu', instance, service: '', durationMs: end - start, side: 1, isExtreme: true },
      ...{ peak: 98, usual: 20, unit: '%', metrics: 1, instances: 1, isFirst: true },
    },
  }
  return { type: 'period', key, state, period } as const
}

async function openProject(projectName: string) {
  const owner = await server.signUp(projectName)
  await owner.post('add-custom-project', { projectName, samplingInterval: 1 / 60 })
  const { ctx } = server
  const [source] = await ctx.db.select().from(sources).where(eq(sources.name, projectName))
  const sourceId = source!.id
  const lease = { holder: instanceId, heartbeatAt: Date.now() }
  const set = { target: livePositions.sourceId, set: lease }
  await ctx.db
    .insert(livePositions)
    .values({ sourceId, ...lease })
    .onConflictDoUpdate(set)
  return {
    keep: (row: number, { changed, removed = [] }: Partial<Round>) =>
      keepRound(
        ctx,
        { sourceId, stepMs: second, cvalue: 5, lookBackMs: 60 * second },
        { position: began + row * second, trust: 'high', changed: changed ?? [], removed },
      ),
    incidents: () => ctx.db.select().from(incidents).where(eq(incidents.sourceId, sourceId)).orderBy(incidents.onset),
    incidentOf: async (key: string) =>
      (await ctx.db.select().from(findings).where(eq(findings.key, key)))[0]?.incidentId,
  }
}

describe('keepRound', () => {
  it('makes two incidents of one whose findings do not belong together any more', async () => {
    const project = await openProject('parted001')
    const first = finding('a', 'node1', 0, 10, 'over')
    const last = finding('c', 'node3', 28, 40, 'over')
    await project.keep(40, { changed: [first, finding('b', 'node2', 8, 30, 'over'), last] })
    const [whole] = await project.incidents()
    expect(await project.incidents()).toHaveLength(1)
    await project.keep(41, { changed: [finding('c', 'node3', 28, 41, 'open')], removed: ['b'] })
    const parts = await project.incidents()
    expect(parts).toMatchObject([
      { id: whole!.id, state: 'resolved', onset: began },
      { state: 'open', onset: began + 28 * second },
    ])
    expect(await project.incidentOf('a')).toBe(parts[0]!.id)
    expect(await project.incidentOf('c')).toBe(parts[1]!.id)
  })

  it('keeps the onset of an incident whose first finding ended long before the last', async () => {
    const project = await openProject('lasting01')
    const ended = [finding('d', 'node1', 0, 10, 'over'), finding('e', 'node2', 8, 200, 'over')]
    await project.keep(210, { changed: [...ended, finding('f', 'node3', 198, 210, 'open')] })
    await project.keep(900, { changed: [finding('f', 'node3', 198, 900, 'open')] })
    expect(await project.incidents()).toMatchObject([{ state: 'open', onset: began }])
  })
})
