import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, incidents, sources } from '../../schema/index.ts'
import type { LiveAnalysis } from '../../schema/wire-types.ts'
import { eventually, pass } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const SECOND = 1000
const SERIES = ['cpu[node1]', 'mem[node1]', 'cpu[node2]', 'mem[node2]']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
})
afterAll(() => server.close())

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

async function followRows(
  api: string,
  { cookie }: TestClient,
  signal: AbortSignal,
  onRows: (event: LiveAnalysis) => void,
): Promise<void> {
  const headers = { Accept: 'text/event-stream', cookie: cookie! }
  const response = await fetch(`${api}liveAnalysis?projectName=shop`, { headers, signal })
  let text = ''
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts)
        if (part.includes('event: rows')) onRows(JSON.parse(part.slice(part.indexOf('data: ') + 6)))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

describe('live detection', () => {
  it('reports a fault that is sent by HTTP at its fifth sample, to those who ask and those who watch, and its end', async () => {
    const owner = await server.signUp('owner001')
    const { secret } = (await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 / 60 })).body
    const sender = createTestClient(server.api, { bearer: secret })
    const began = Math.floor(server.clock.now() / SECOND) * SECOND
    const send = (from: number, to: number, isFault: (row: number) => boolean, more = 0) =>
      sender.post('ingest/points', {
        points: SERIES.flatMap((name, column) =>
          Array.from({ length: to - from }, (_, k) => {
            const row = from + k
            const [, metric, instance] = /^(.*)\[(.*)\]$/.exec(name)!
            const value =
              50 + 4 * noise(row, column) + (column === 2 && isFault(row) ? 40 : 0) + (column === 1 ? more : 0)
            return { metric, instance, time: began + row * SECOND, value }
          }),
        ),
      })
    await send(-900, 0, () => false)
    const events: LiveAnalysis[] = []
    const gone = new AbortController()
    let following: Promise<void> | undefined
    let opened: number | undefined
    let ended: number | undefined
    for (let row = 0; row < 27; row++) {
      await pass(server, Math.max(0, began + row * SECOND + 100 - server.clock.now()))
      await send(row, row + 1, (at) => at >= 3 && at < 13)
      if (row === 0) following = followRows(server.api, owner, gone.signal, (event) => events.push(event))
      for (let look = 0; look < 8 && row > 3; look++) {
        const [found] = await server.ctx.db.select().from(findings)
        if (found !== undefined) opened ??= server.clock.now()
        if (found?.endTime != null) ended ??= server.clock.now()
        await pass(server, 100)
      }
    }
    expect(opened! - (began + 7 * SECOND)).toBeLessThan(SECOND)
    expect(ended! - (began + 18 * SECOND)).toBeLessThan(SECOND)
    const [finding] = await server.ctx.db.select().from(findings)
    const [incident] = await server.ctx.db.select().from(incidents)
    const facts = { startTime: began + 3 * SECOND, endTime: began + 12 * SECOND, rows: 10 }
    expect(finding).toMatchObject({ ...facts, leadSeries: 2, direction: 1, incidentId: incident!.id })
    expect(incident).toMatchObject({ state: 'resolved', onset: began + 3 * SECOND })

    const { body } = await owner.get(
      `liveAnalysis?projectName=shop&from=${began - 60 * SECOND}&to=${began + 20 * SECOND}`,
    )
    expect(body).toMatchObject({ bucketMs: SECOND, seriesTotal: 4, trust: 'medium', state: 'live', gaps: [] })
    expect(body.periods).toMatchObject([{ id: `f${finding!.id}`, state: 'over', start: began + 3 * SECOND }])
    expect(body.periods[0].sentence).toMatch(
      /^cpu on node2 reached 9\d\b.*, for 10 s, the only metric that moved there/,
    )
    expect(body.incidents).toMatchObject([{ id: incident!.id, periodIds: [`f${finding!.id}`], title: 'cpu on node2' }])
    const cpu = body.series.find(({ seriesId }: { seriesId: string }) => seriesId === 'cpu[node2]')
    expect(body.series[0]).toBe(cpu)
    const at = body.times.indexOf(began + 8 * SECOND)
    expect(cpu.max[at]).toBeGreaterThan(cpu.high[at])
    expect([cpu.score[at] > 1, body.degree[at] > 1]).toEqual([true, true])
    expect(body.position).toBeGreaterThan(began + 20 * SECOND)

    const verdict = { findingId: `f${finding!.id}`, verdict: 'true', note: 'a real one' }
    expect((await owner.post('projects/shop/verdicts', verdict)).status).toBe(200)

    // Samples of mem on node1 that were late, and what was found already
    await send(14, 22, () => false, 30)
    let sent = 27
    const found = async () => {
      // Who stops sending is found silent, which would be one more finding.
      const now = Math.floor((server.clock.now() - began) / SECOND)
      if (now > sent) await send(sent, now, () => false)
      sent = Math.max(sent, now)
      return (await server.ctx.db.select().from(findings)).map(({ id, leadSeries, rows }) => [id, leadSeries, rows])
    }
    await eventually(server, async () =>
      expect(await found()).toEqual(
        expect.arrayContaining([
          [finding!.id, 2, 10],
          [expect.any(Number), 1, 8],
        ]),
      ),
    )
    expect(await found()).toHaveLength(2)

    const said = { verdict: 'true', verdictNote: 'a real one', verdictBy: 'owner001' }
    await eventually(server, () =>
      expect(events.at(-1)!.periods[0]).toMatchObject({ id: `f${finding!.id}`, state: 'over', ...said }),
    )
    gone.abort()
    await following
    const times = events.flatMap((event) => event.times)
    expect(Array.from({ length: 15 }, (_, row) => times.includes(began + (row + 5) * SECOND))).not.toContain(false)
    expect(events.some(({ periods }) => periods[0]?.state === 'open')).toBe(true)
  })
  it('puts what it finds in samples of the past into incidents', async () => {
    const owner = await server.signUp('owner002')
    const { secret } = (await owner.post('add-custom-project', { projectName: 'past', samplingInterval: 1 })).body
    const minute = 60 * SECOND
    const began = Math.floor(server.clock.now() / minute) * minute - 900 * minute
    const value = (row: number) => 50 + 4 * noise(row, 0) + (row >= 600 && row < 620 ? 40 : 0)
    await createTestClient(server.api, { bearer: secret }).post('ingest/points', {
      points: Array.from({ length: 900 }, (_, row) => ({
        metric: 'cpu',
        instance: 'node1',
        time: began + row * minute,
        value: value(row),
      })),
    })
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'past'))
    const found = () => server.ctx.db.select().from(incidents).where(eq(incidents.sourceId, source!.id))
    await eventually(server, async () =>
      expect(await found()).toMatchObject([{ state: 'resolved', onset: began + 600 * minute }]),
    )
  })
  it('takes what a sender delivers after a long silence for what was sent then', async () => {
    const owner = await server.signUp('owner003')
    const { secret } = (await owner.post('add-custom-project', { projectName: 'kept', samplingInterval: 1 / 60 })).body
    const sender = createTestClient(server.api, { bearer: secret })
    const began = Math.floor(server.clock.now() / SECOND) * SECOND - 1800 * SECOND
    const value = (row: number) => 50 + 4 * noise(row, 0) + (row >= 1200 && row < 1220 ? 40 : 0)
    const send = (from: number, to: number) =>
      sender.post('ingest/points', {
        points: Array.from({ length: to - from }, (_, k) => ({
          metric: 'cpu',
          instance: 'node1',
          time: began + (from + k) * SECOND,
          value: value(from + k),
        })),
      })
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'kept'))
    const found = async () => {
      const rows = await server.ctx.db.select().from(findings).where(eq(findings.sourceId, source!.id))
      return rows.map(({ kind, startTime }) => ({ kind, row: (startTime - began) / SECOND }))
    }
    await send(0, 600)
    await eventually(server, async () => expect(await found()).toEqual([{ kind: 'collector', row: 600 }]))
    await send(900, 1700)
    await eventually(server, async () => expect(await found()).toContainEqual({ kind: 'anomaly', row: 1200 }))
    await send(600, 900)
    const silences = async () => (await found()).filter(({ kind }) => kind === 'collector')
    await eventually(server, async () => expect(await silences()).toEqual([{ kind: 'collector', row: 1700 }]))
  })
})
