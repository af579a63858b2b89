import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BEGAN, livePeriod, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let project: Awaited<ReturnType<typeof openLiveProject>>
beforeAll(async () => {
  server = await startTestServer()
  project = await openLiveProject(server, 'owner001')
})
afterAll(() => server.close())

const only = async () => {
  const found = await project.incidents()
  expect(found).toHaveLength(1)
  return found[0]!
}
/** As the live page has it. */
const shownDecisions = async () => {
  const query = `projectName=owner001&from=${BEGAN}&to=${BEGAN + 60 * SECOND}&buckets=1`
  const { body } = await project.owner.get(`liveAnalysis?${query}`)
  return body.incidents.map(({ id, decision }: { id: string; decision?: string | null }) => [id, decision])
}
const decide = async (action: string, note?: string) =>
  project.owner.post(`incidents/${(await only()).id}`, { action, ...(note !== undefined && { note }) })

describe('POST incidents/{id}', () => {
  it('acknowledges, with who and when, and keeps the first who did', async () => {
    await project.keep(20, { changed: [livePeriod('node1|anomaly|10', 'node1', [10, 20], 'open')] })
    const { id } = await only()
    expect(await shownDecisions()).toEqual([[id, null]])
    const { status, body } = await decide('acknowledge', 'disk is being replaced')
    expect(await shownDecisions()).toEqual([[id, 'acknowledged']])
    expect([status, body.incident]).toMatchObject([
      200,
      { projectName: 'owner001', state: 'acknowledged', decidedBy: 'owner001', note: 'disk is being replaced' },
    ])
    expect((await decide('acknowledge')).body.incident).toEqual(body.incident)
  })
  it('holds while the incident goes on, and where its finding is replaced by another', async () => {
    const { id } = await only()
    await project.keep(25, { changed: [livePeriod('node1|anomaly|10', 'node1', [10, 25], 'open')] })
    const earlier = livePeriod('node1|anomaly|8', 'node1', [8, 26], 'open')
    await project.keep(26, { changed: [earlier], removed: ['node1|anomaly|10'] })
    expect(await only()).toMatchObject({ id, state: 'acknowledged', decidedBy: 'owner001' })
  })
  it('takes a decision back, and holds a resolution although findings last', async () => {
    expect((await decide('reopen')).body.incident).toMatchObject({ state: 'open', decidedAt: null, decidedBy: null })
    expect((await decide('resolve')).body.incident).toMatchObject({ state: 'resolved' })
    await project.keep(30, { changed: [livePeriod('node1|anomaly|8', 'node1', [8, 30], 'open')] })
    expect(await only()).toMatchObject({ state: 'resolved' })
    await decide('reopen')
    await project.keep(40, { changed: [livePeriod('node1|anomaly|8', 'node1', [8, 31], 'over')] })
    expect(await only()).toMatchObject({ state: 'resolved', decision: null })
  })
  it('is for those who may read the project', async () => {
    const other = await server.signUp('other001')
    const { id } = await only()
    expect((await other.post(`incidents/${id}`, { action: 'acknowledge' })).body.code).toBe('NOT_FOUND')
    expect((await project.owner.post('incidents/in_none', { action: 'acknowledge' })).body.code).toBe('NOT_FOUND')
  })
})
