import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveAnalysis, ProjectData } from '../../schema/wire-types.ts'
import { expectEventually } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const SECOND = 1000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
})
afterAll(() => server.close())

describe('live detection on log lines', () => {
  it('finds templates, counts them as series, and reports a kind of line that was never there', {
    timeout: 90_000,
  }, async () => {
    const owner = await server.signUp('owner001')
    const add = { projectName: 'shop-logs', samplingInterval: 1 / 60 }
    const sender = createTestClient(server.api, { bearer: (await owner.post('add-log-project', add)).body.secret })
    const began = Math.floor(server.clock.now() / SECOND) * SECOND - 300 * SECOND
    const lines = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 5 }, (_, k) => ({
        time: began + row * SECOND + k,
        instance: k % 2 ? 'web1' : 'web2',
        line:
          k < 3 ? `GET /orders/${row * 31 + k} took ${row % 40} ms` : `cache miss of key ${row}, asked the database`,
      })),
    ).flat()
    const failed = {
      time: began + 250 * SECOND,
      instance: 'web1',
      line: 'payment of order 17 failed: connection refused',
    }
    expect((await sender.post('ingest/logs', { lines: [...lines, failed] })).body.rejected).toBe(0)

    const analysis = async (): Promise<LiveAnalysis> =>
      (await owner.get(`liveAnalysis?projectName=shop-logs&from=${began}&to=${began + 300 * SECOND - 1}&buckets=300`))
        .body
    await expectEventually(server, async () =>
      (await analysis()).logs?.map(({ kind, sentence }) => [kind, sentence]),
    ).toEqual([['new', "'payment of order <*> failed: connection refused' on web1: error never seen before"]])
    const { logs, incidents, series, periods } = await analysis()
    expect(logs![0]).toMatchObject({ start: failed.time, example: failed.line, isError: true, state: 'over' })
    expect(incidents).toMatchObject([
      { id: logs![0]!.incidentId, kind: 'log', logIds: [logs![0]!.id], periodIds: [], instances: ['web1'] },
    ])
    expect(periods).toEqual([])
    const countsOf = (name: string) => series.find(({ seriesId }) => seriesId.startsWith(name))!.max
    expect(countsOf('lines[web1]').slice(100, 103)).toEqual([2, 2, 2])
    expect(countsOf('errors[web1]').slice(248, 253)).toEqual([null, null, 1, 0, 0])
    expect(countsOf('lines_get_took').slice(100, 103)).toEqual([3, 3, 3])

    const read = async (): Promise<ProjectData> =>
      (await owner.get('projectData?projectName=shop-logs&instance=web1')).body
    const templates = async () => (await read()).templates!.map(({ text, count, isError }) => [text, count, isError])
    await expectEventually(server, templates).toEqual([
      ['GET <*> took <*> ms', 900, false],
      ['cache miss of key <*>, asked the database', 600, false],
      ['payment of order <*> failed: connection refused', 1, true],
    ])
    const query = `projectData?projectName=shop-logs&metric=errors&from=${began}&to=${began + 300 * SECOND - 1}&buckets=300`
    const errors: ProjectData = (await owner.get(query)).body
    expect(errors.series.map(({ seriesId, max }) => [seriesId, max.slice(249, 252)])).toEqual([
      ['errors[web1]', [null, 1, 0]],
    ])
    const data = await read()
    expect(data.templates![0]!.variables).toEqual(['/orders/0', '0'])
    expect(data.lines![0]).toMatchObject({ instance: 'web1', line: lines.at(-2)!.line })
  })

  it('reports a line that has stopped until it comes again, the same after late lines, and nothing where these are what was missed', {
    timeout: 120_000,
  }, async () => {
    const owner = await server.signUp('owner003')
    const add = { projectName: 'beat-logs', samplingInterval: 1 / 60 }
    const sender = createTestClient(server.api, { bearer: (await owner.post('add-log-project', add)).body.secret })
    const began = Math.floor(server.clock.now() / SECOND) * SECOND - 300 * SECOND
    const linesOf = (row: number) => [
      { time: began + row * SECOND, instance: 'web1', line: `GET /orders/${row * 31} took ${(row * 7) % 40} ms` },
      ...(row % 4 === 0 && (row < 150 || row >= 240)
        ? [{ time: began + row * SECOND + 1, instance: 'web1', line: 'heartbeat sent to the controller' }]
        : []),
    ]
    const send = (from: number, to: number) =>
      sender.post('ingest/logs', { lines: Array.from({ length: to - from }, (_, k) => linesOf(from + k)).flat() })
    const found = async (headers: Record<string, string> = {}) => {
      const query = `liveAnalysis?projectName=beat-logs&from=${began}&to=${began + 300 * SECOND - 1}&buckets=300`
      const { logs = [], incidents }: LiveAnalysis = (await owner.get(query, headers)).body
      const isInIncident = logs.every(({ id }) => incidents.some(({ logIds }) => logIds?.includes(id)))
      return { logs: logs.map(({ kind, start: at, sentence }) => [kind, at, sentence]), isInIncident }
    }
    await send(0, 235)
    const start = began + 163 * SECOND
    const stopped = (sentence: string) => ({
      logs: [['cold', start, sentence]],
      isInIncident: true,
    })
    const text = "'heartbeat sent to the controller' on web1: missing for 1 min 27 s, usually every 4 s"
    await expectEventually(server, () => found()).toEqual(stopped(text))
    expect(await found({ 'accept-language': 'zh-CN' })).toEqual(
      stopped('web1 的“heartbeat sent to the controller”：已 1 分钟 27 秒未出现，通常每 4 秒出现一次'),
    )
    const late = { time: began + 200 * SECOND + 3, instance: 'web1', line: 'GET /orders/1 took 12 ms' }
    await sender.post('ingest/logs', { lines: [late] })
    await send(235, 300)
    const ended = "'heartbeat sent to the controller' on web1: missing for 1 min 32 s, usually every 4 s"
    await expectEventually(server, () => found()).toEqual(stopped(ended))
    const beats = Array.from({ length: 22 }, (_, k) => began + (152 + 4 * k) * SECOND + 1)
    const lines = beats.map((time) => ({ time, instance: 'web1', line: 'heartbeat sent to the controller' }))
    await sender.post('ingest/logs', { lines })
    await expectEventually(server, () => found()).toEqual({ logs: [], isInIncident: true })
  })

  it('takes late lines into account, and counts those that are sent again once', async () => {
    const owner = await server.signUp('owner002')
    const add = { projectName: 'late-logs', samplingInterval: 1 / 60 }
    const sender = createTestClient(server.api, { bearer: (await owner.post('add-log-project', add)).body.secret })
    const began = Math.floor(server.clock.now() / SECOND) * SECOND - 60 * SECOND
    const lines = Array.from({ length: 50 }, (_, row) => ({
      time: began + row * SECOND,
      line: `tick ${row} of the clock`,
    }))
    const late = { time: began + 48 * SECOND + 1, line: 'tick 480 of the clock' }
    await sender.post('ingest/logs', { lines })
    const countAt = async (row: number): Promise<unknown> => {
      const query = `liveAnalysis?projectName=late-logs&from=${began}&to=${began + 50 * SECOND - 1}&buckets=50`
      const { series }: LiveAnalysis = (await owner.get(query)).body
      return series.find(({ seriesId }) => seriesId === 'lines')?.max[row]
    }
    await expectEventually(server, () => countAt(48)).toBe(1)
    await sender.post('ingest/logs', { lines: [...lines, late] })
    await expectEventually(server, () => countAt(48)).toBe(2)
    expect(await countAt(47)).toBe(1)
    const templates = async () =>
      (await owner.get('projectData?projectName=late-logs')).body.templates.map(({ count }: { count: number }) => count)
    await expectEventually(server, templates).toEqual([51])
  })
})

describe('counts of templates', () => {
  it('hold every line that is stored, also those older than detection goes back', async () => {
    const owner = await server.signUp('owner004')
    const add = { projectName: 'old-logs', samplingInterval: 1 / 60 }
    const sender = createTestClient(server.api, { bearer: (await owner.post('add-log-project', add)).body.secret })
    const now = Math.floor(server.clock.now() / SECOND) * SECOND
    const hour = 3600 * SECOND
    const send = async (began: number, rows: number, line: (row: number) => string) => {
      const lines = Array.from({ length: rows }, (_, row) => ({ time: began + row * SECOND, line: line(row) }))
      expect((await sender.post('ingest/logs', { lines })).body.rejected).toBe(0)
    }
    const counts = async () => {
      const query = `logAnalysis?projectName=old-logs&from=${now - 30 * hour}&to=${now}`
      const { templates, lines, withoutTemplate } = (await owner.get(query)).body
      return { templates: templates.map(({ count }: { count: number }) => count), lines, withoutTemplate }
    }
    await send(now - 26 * hour, 40, (row) => `tick ${row} of the clock`)
    await send(now - 60 * SECOND, 50, (row) => `tick ${row} of the clock`)
    await expectEventually(server, counts).toEqual({ templates: [90], lines: 90, withoutTemplate: 0 })
    await send(now - 20 * hour, 30, (row) => `tick ${row} of the clock`)
    await send(now - 26 * hour + 1, 20, (row) => (row < 15 ? `tick ${row} of the clock` : `${row} was never there`))
    await expectEventually(server, counts).toEqual({ templates: [135], lines: 140, withoutTemplate: 5 })
  })
})
