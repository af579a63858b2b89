import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BEGAN, livePeriod, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('keepRound', () => {
  it('makes two incidents of one whose findings do not belong together any more', async () => {
    const project = await openLiveProject(server, 'parted001')
    const first = livePeriod('a', 'node1', [0, 10], 'over')
    const last = livePeriod('c', 'node3', [28, 40], 'over')
    await project.keep(40, { changed: [first, livePeriod('b', 'node2', [14, 30], 'over'), last] })
    const [whole] = await project.incidents()
    expect(await project.incidents()).toHaveLength(1)
    await project.keep(41, { changed: [livePeriod('c', 'node3', [28, 41], 'open')], removed: ['b'] })
    const parts = await project.incidents()
    expect(parts).toMatchObject([
      { id: whole!.id, state: 'resolved', onset: BEGAN },
      { state: 'open', onset: BEGAN + 28 * SECOND },
    ])
    expect((await project.finding('a'))?.incidentId).toBe(parts[0]!.id)
    expect((await project.finding('c'))?.incidentId).toBe(parts[1]!.id)
  })

  it('keeps the onset of an incident whose first finding ended long before the last', async () => {
    const project = await openLiveProject(server, 'lasting01')
    const ended = [livePeriod('d', 'node1', [0, 10], 'over'), livePeriod('e', 'node2', [8, 200], 'over')]
    await project.keep(210, { changed: [...ended, livePeriod('f', 'node2', [198, 210], 'open')] })
    await project.keep(900, { changed: [livePeriod('f', 'node2', [198, 900], 'open')] })
    expect(await project.incidents()).toMatchObject([{ state: 'open', onset: BEGAN }])
  })
})
