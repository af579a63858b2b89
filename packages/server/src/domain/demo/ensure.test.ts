import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { ensureDemo } from './ensure.ts'

interface Found {
  kind: string
  start: number
  end: number
  series: { seriesId: string }[]
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { demo: true } })
})
afterAll(() => server.close())

describe('the demo', () => {
  it('is really trained and detected, and open to every account', { timeout: 60_000 }, async () => {
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
    const { periods, gaps } = (await stranger.get(`detections/${head.id}`)).body.detection
    const leads = (periods as Found[]).map((period) => period.series[0]!.seriesId)
    for (const lead of ['cpu[node2]:1', 'memory[node3]:2', 'disk_write[node5]:4', 'cpu[node3]:1'])
      expect(leads).toContain(lead)
    expect(periods.some((period: Found) => period.kind === 'down')).toBe(true)
    expect(gaps.map((gap: Found) => gap.kind)).toContain('collector')
    const models = (await stranger.get('models')).body.models
    expect(models.map((model: { modelName: string; mine: boolean }) => [model.modelName, model.mine])).toEqual([
      ['shop', false],
    ])
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
