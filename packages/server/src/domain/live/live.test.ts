import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, incidents } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient } from '../../testing/test-client.ts'

const second = 1000
const series = ['cpu[node1]', 'mem[node1]', 'cpu[node2]', 'mem[node2]']

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
afterAll(() => server.close())

/** The same for the same row and column, from 0 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return x - Math.floor(x)
}

describe('live detection', () => {
  it('reports a fault that is sent by HTTP within two seconds of its fifth sample, and its end', {
    timeout: 60_000,
  }, async () => {
    const owner = await server.signUp('owner001')
    const { secret } = (await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 / 60 })).body
    const sender = createTestClient(server.api, { bearer: secret })
    const began = Math.floor(server.clock.now() / second) * second
    const send = (from: number, to: number, isFault: (row: number) => boolean) =>
      sender.post('ingest/points', {
        points: series.flatMap((name, column) =>
          Array.from({ length: to - from }, (_, k) => {
            const row = from + k
            const [, metric, instance] = /^(.*)\[(.*)\]$/.exec(name)!
            const value = 50 + 4 * noise(row, column) + (column === 2 && isFault(row) ? 40 : 0)
            return { metric, instance, time: began + row * second, value }
          }),
        ),
      })
    await send(-900, 0, () => false)
    let opened: number | undefined
    let ended: number | undefined
    for (let row = 0; row < 25; row++) {
      await pause(Math.max(1, began + row * second + 100 - server.clock.now()))
      await send(row, row + 1, (at) => at >= 3 && at < 13)
      for (let look = 0; look < 8 && row > 3; look++) {
        const [found] = await server.ctx.db.select().from(findings)
        if (found !== undefined) opened ??= server.clock.now()
        if (found?.endTime != null) ended ??= server.clock.now()
        await pause(100)
      }
    }
    expect(opened! - (began + 7 * second)).toBeLessThan(2 * second)
    expect(ended! - (began + 18 * second)).toBeLessThan(3 * second)
    const [finding] = await server.ctx.db.select().from(findings)
    const [incident] = await server.ctx.db.select().from(incidents)
    const times = { startTime: began + 3 * second, endTime: began + 12 * second, rows: 10 }
    expect(finding).toMatchObject({ ...times, leadSeries: 2, direction: 1, incidentId: incident!.id })
    expect(incident).toMatchObject({ state: 'resolved', title: 'cpu on node2', onset: began + 3 * second })
  })
})
