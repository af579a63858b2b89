import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Incident } from '../../schema/wire-types.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { ensureDemo } from './ensure.ts'

interface Found {
  kind: string
  start: number
  end: number
  sentence: string
  series: { seriesId: string }[]
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { demo: true } })
})
afterAll(() => server.close())

describe('the demo', () => {
  it('is really trained and detected, and open to every account', async () => {
    const stranger = await server.signUp('newcomer')
    const heads = async () => (await stranger.get('detections?demo=true')).body.detections
    await expect.poll(async () => (await heads()).length, { timeout: 50_000, interval: 100 }).toBe(1)
    const [head] = await heads()
    expect(head).toMatchObject({
      demo: true,
      mine: false,
      ownerUserName: 'admin01',
      modelName: 'shop',
      seriesCount: 30,
    })
    const { periods, gaps, incidents } = (await stranger.get(`detections/${head.id}`)).body.detection
    // One finding a fault, each with the series first that the fault was injected into
    expect(
      (periods as Found[]).map(({ kind, sentence }) => (kind === 'down' ? sentence : sentence.split(', ')[0])),
    ).toEqual([
      'cpu on node2 reached 58.7 %',
      'memory on node3 reached 5,666',
      'disk_write on node5 reached 84.3',
      'network_send on node1 reached 31.8',
      'node4 went down: all 6 series near zero, for 1 h 15 min',
      'cpu on node3 reached 100 %',
    ])
    expect((periods as Found[]).map(({ kind, series }) => (kind === 'down' ? kind : series[0]!.seriesId))).toEqual([
      ...['cpu[node2]:1', 'memory[node3]:2', 'disk_write[node5]:4', 'network_send[node1]:6', 'down', 'cpu[node3]:1'],
    ])
    expect(gaps.map((gap: Found) => gap.kind)).toEqual(['collector'])
    // Seven faults, one a day: the silent collector is one of them
    const byTime = (incidents as Incident[]).toSorted((a, b) => a.start - b.start)
    expect(byTime.map(({ kind, leadSeriesId }) => leadSeriesId ?? kind)).toEqual([
      ...['cpu[node2]:1', 'memory[node3]:2', 'disk_write[node5]:4', 'network_send[node1]:6'],
      ...['cpu[node4]:1', 'collector', 'cpu[node3]:1'],
    ])
    expect(byTime.map(({ start }) => new Date(start).getUTCDay())).toEqual([1, 2, 3, 4, 5, 6, 0])
    expect(head.incidentCount).toBe(7)
    const [worst, ...others] = incidents as Incident[]
    expect(worst!.title).toBe('node4 down')
    expect(others.at(-1)!).toMatchObject({ kind: 'collector', val: null, gapNumbers: [1], state: 'over' })
    expect(periods[1].recoveringUntil).toBeGreaterThan(periods[1].end)
    const models = (await stranger.get('models')).body.models
    expect(models.map((model: { modelName: string; mine: boolean }) => [model.modelName, model.mine])).toEqual([
      ['shop', false],
    ])
  })

  it('keeps to its seven faults at every lower sensitivity, and puts them before all else at a higher one', async () => {
    const stranger = await server.signIn('newcomer')
    const [head] = (await stranger.get('detections?demo=true')).body.detections
    const incidentsAt = async (pvalue: number): Promise<Incident[]> =>
      (await stranger.get(`detections/${head.id}?pvalue=${pvalue}`)).body.detection.incidents
    const leads = (incidents: Incident[]) =>
      incidents.toSorted((a, b) => a.start - b.start).map(({ kind, leadSeriesId }) => leadSeriesId ?? kind)
    const normal = leads(await incidentsAt(0.99))
    // Low is 0.999; the slider ends at 0.9999
    for (const pvalue of [0.98, 0.995, 0.998, 0.999, 0.9995, 0.9999])
      expect(leads(await incidentsAt(pvalue)), String(pvalue)).toEqual(normal)
    // High: one normal sample in ten is flagged
    const high = await incidentsAt(0.9)
    expect(leads(high.slice(0, 6))).toEqual(normal.filter((lead) => lead !== 'collector'))
    expect(high.filter(({ kind }) => kind === 'collector')).toHaveLength(1)
  })

  it('can be looked at and not changed by others', async () => {
    const stranger = await server.signIn('newcomer')
    const [head] = (await stranger.get('detections?demo=true')).body.detections
    expect((await stranger.delete(`detections/${head.id}`)).body.code).toBe('FORBIDDEN')
    expect((await stranger.delete(`models/${head.modelId}`)).body.code).toBe('FORBIDDEN')
    expect((await stranger.get(`files/${head.filename}`)).body.code).toBe('NOT_FOUND')
  })

  it('is made once', async () => {
    await ensureDemo(server.ctx)
    const admin = await server.admin()
    expect((await admin.get('detections?demo=true')).body.page.total).toBe(1)
  })
})
