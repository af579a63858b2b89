import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { incidentRecords, incidents, projects } from '../../schema/index.ts'
import { BEGAN, livePeriod, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.clock.advance(BEGAN + 3_600_000 - server.clock.now())
})
afterAll(() => server.close())

type Project = Awaited<ReturnType<typeof openLiveProject>>

/** Two incidents that do not belong together by time: on node1, and on node2. */
async function openTwo(projectName: string) {
  const project = await openLiveProject(server, projectName)
  await project.keep(100, {
    changed: [
      livePeriod('node1|anomaly|10', 'node1', [10, 20], 'over'),
      livePeriod('node2|anomaly|80', 'node2', [80, 100], 'open'),
    ],
  })
  const [first, second] = await project.incidents()
  return { ...project, first: first!.id, second: second!.id }
}

const change = (client: TestClient, id: string, body: object) => client.post(`incidents/${id}`, body)
const read = async (client: TestClient, id: string) => (await client.get(`incidents/${id}`)).body
const list = async (client: TestClient, query: string) =>
  (await client.get(`dashboard-incident?withCalendar=false&from=${BEGAN}&to=${BEGAN + 3_600_000}&${query}`)).body

describe('GET incidents/{id}', () => {
  it('tells what is known of it: findings, series, timeline, history, and what can be done', async () => {
    const { owner, second: id } = await openTwo('whole001')
    const { status, body } = await owner.get(`incidents/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      requestedId: id,
      incident: { id, projectName: 'whole001', state: 'open', findings: 1, end: null, isClosed: false, starred: false },
      source: { kind: 'project', dataType: 'Metric', samplingMs: SECOND },
      findings: [{ type: 'period', kind: 'anomaly', start: BEGAN + 80 * SECOND, end: null }],
      history: [{ kind: 'began', at: BEGAN + 80 * SECOND }],
      causesState: 'none',
      retention: { hasPassed: false },
    })
    expect(body.can).toContain('acknowledge')
    expect(body.can).not.toContain('split')
  })
  it('lasts as long in lists, in its history and where it is like another one', async () => {
    const { owner, sourceId, first, second: id } = await openTwo('lasting01')
    const fingerprint = { key: 'k', features: [['metric cpu', 1]] as [string, number][] }
    await server.ctx.db.update(incidents).set({ fingerprint }).where(eq(incidents.sourceId, sourceId))
    const { incident, history } = await read(owner, first)
    expect(incident.durationMs).toBe(10 * SECOND)
    expect(history.at(-1)).toMatchObject({ kind: 'ended', at: incident.onset + 10 * SECOND })
    const { similar } = await read(owner, id)
    expect(similar).toMatchObject([{ id: first, durationMs: 10 * SECOND }])
  })
  it('says that its points have passed retention, where nothing was kept of them', async () => {
    const { owner, sourceId, first } = await openTwo('retained1')
    await server.ctx.db.update(projects).set({ retentionDays: 0 }).where(eq(projects.sourceId, sourceId))
    const { retention, picture, findings } = await read(owner, first)
    expect(retention).toMatchObject({ hasPassed: true, sentence: expect.stringContaining('no causes and no picture') })
    expect([picture.source, findings.length]).toEqual(['none', 1])
  })
  it('is for those who may read the project', async () => {
    const { second: id } = await openTwo('private01')
    const other = await server.signUp('stranger01')
    for (const path of [`incidents/${id}`, `incidents/${id}/export`, `postMortem?incidentId=${id}`])
      expect((await other.get(path)).body.code).toBe('NOT_FOUND')
    expect((await other.get('incidents/in_none')).body.code).toBe('NOT_FOUND')
    expect((await other.get('incidents/none.anomaly-1-2')).body.code).toBe('NOT_FOUND')
  })
})

describe('merging incidents', () => {
  it('puts the findings of one into the other, whose id the first leads to, in later rounds and replays, too', async () => {
    const project = await openTwo('merged001')
    const { owner, first, second: last } = project
    const { body } = await change(owner, first, { action: 'merge', into: last, note: 'one cause' })
    expect(body.incident).toMatchObject({ id: last, state: 'open' })
    const merged = await read(owner, first)
    expect(merged).toMatchObject({
      requestedId: first,
      incident: { id: last, findings: 2, onset: BEGAN + 10 * SECOND },
    })
    expect(merged.mergedFrom).toMatchObject([{ id: first, by: 'merged001' }])
    expect(merged.history.map(({ kind }: { kind: string }) => kind)).toEqual(['began', 'mergedFrom'])
    const live = await owner.get(
      `liveAnalysis?projectName=merged001&from=${BEGAN + 50 * SECOND}&to=${BEGAN + 110 * SECOND}`,
    )
    expect(live.body.incidents).toMatchObject([{ id: last, start: BEGAN + 10 * SECOND }])
    await project.keep(120, { changed: [livePeriod('node2|anomaly|80', 'node2', [80, 120], 'open')] })
    expect((await read(owner, first)).incident).toMatchObject({ id: last, findings: 2 })
    // As after a restart: rows are scored again, and find the same and one more
    await project.keep(121, {
      since: BEGAN,
      changed: [
        livePeriod('node1|anomaly|10', 'node1', [10, 20], 'over'),
        livePeriod('node2|anomaly|80', 'node2', [80, 121], 'open'),
        livePeriod('node3|anomaly|94', 'node3', [94, 121], 'open'),
      ],
    })
    expect((await read(owner, first)).incident).toMatchObject({ id: last, findings: 3 })
    expect((await list(owner, 'tab=all')).incidents.map(({ id }: { id: string }) => id)).toEqual([last])
  })
  it('leaves both out of training where one of them was', async () => {
    const { owner, first, second: last } = await openTwo('merged0ex')
    await change(owner, first, { action: 'excludeFromTraining' })
    await change(owner, first, { action: 'merge', into: last })
    expect((await read(owner, last)).training).toMatchObject({ isExcluded: true, by: 'merged0ex' })
  })
  it('keeps what was kept with an incident whose points have passed retention', async () => {
    const { owner, sourceId, first, second: last } = await openTwo('merged0re')
    const { db } = server.ctx
    await read(owner, last)
    const recordOf = async () =>
      (await db.select().from(incidentRecords).where(eq(incidentRecords.incidentId, last)))[0]
    const madeAt = (await recordOf())!.madeAt
    await db.update(projects).set({ retentionDays: 0 }).where(eq(projects.sourceId, sourceId))
    server.clock.advance(60_000)
    await change(owner, first, { action: 'merge', into: last })
    await read(owner, last)
    expect((await recordOf())!.madeAt).toBe(madeAt)
  })
  it('holds where a finding is replaced by another', async () => {
    const project = await openTwo('merged002')
    await change(project.owner, project.first, { action: 'merge', into: project.second })
    await project.keep(110, {
      changed: [livePeriod('node1|anomaly|8', 'node1', [8, 20], 'over')],
      removed: ['node1|anomaly|10'],
    })
    expect((await read(project.owner, project.second)).incident).toMatchObject({
      findings: 2,
      onset: BEGAN + 8 * SECOND,
    })
  })
  it('is refused with itself, in a ring, across projects and without a target', async () => {
    const one = await openTwo('ring0001')
    const other = await openTwo('ring0002')
    const { owner, first, second: last } = one
    const refused = async (id: string, into?: string) => {
      const { status, body } = await change(owner, id, { action: 'merge', ...(into && { into }) })
      return [status, body.code, body.details?.[0]?.field]
    }
    expect(await refused(first, first)).toEqual([400, 'VALIDATION_FAILED', 'into'])
    expect(await refused(first)).toEqual([400, 'VALIDATION_FAILED', 'into'])
    expect(await refused(first, other.first)).toEqual([404, 'NOT_FOUND', undefined])
    await change(owner, first, { action: 'merge', into: last })
    expect(await refused(last, first)).toEqual([400, 'VALIDATION_FAILED', 'into'])
    expect(await refused(first, last)).toEqual([400, 'VALIDATION_FAILED', 'into'])
  })
  it('keeps chains of merges one step long', async () => {
    const project = await openLiveProject(server, 'chained01')
    await project.keep(200, {
      changed: [0, 60, 120].map((row, index) =>
        livePeriod(`n${index}|anomaly|${row}`, `n${index}`, [row, row + 10], 'over'),
      ),
    })
    const [a, b, c] = (await project.incidents()).map(({ id }) => id) as [string, string, string]
    await change(project.owner, a, { action: 'merge', into: b })
    await change(project.owner, b, { action: 'merge', into: c })
    for (const id of [a, b]) expect((await read(project.owner, id)).incident).toMatchObject({ id: c, findings: 3 })
  })
})

/** Two incidents on node1 and on node3, until a period on node2 is found to lie between them. */
async function openApart(projectName: string) {
  const project = await openLiveProject(server, projectName)
  const last = livePeriod('node3|anomaly|38', 'node3', [38, 60], 'open')
  await project.keep(60, { changed: [livePeriod('node1|anomaly|10', 'node1', [10, 20], 'over'), last] })
  const [first, second] = await project.incidents()
  return { ...project, first: first!.id, second: second!.id }
}
const between = livePeriod('node2|anomaly|24', 'node2', [24, 40], 'over')

describe('incidents that become one when more is found', () => {
  it('are all reached by their ids, with what people said of each', async () => {
    const project = await openApart('joined001')
    const { owner, first, second: last } = project
    await change(owner, last, { action: 'acknowledge', note: 'looking' })
    await change(owner, first, { action: 'star' })
    await owner.post('postMortem', { incidentId: first, revision: 0, text: '# The disk' })
    await project.keep(61, { changed: [between] })
    for (const id of [first, last]) {
      expect(await read(owner, id)).toMatchObject({
        requestedId: id,
        incident: { id: last, state: 'acknowledged', starred: true, findings: 3 },
      })
      expect((await owner.get(`postMortem?incidentId=${id}`)).body.postMortem).toMatchObject({ text: '# The disk' })
    }
  })
  it('keep a post-mortem that is too long to be joined as an earlier revision', async () => {
    const project = await openApart('joined004')
    const { owner, first, second: last } = project
    for (const id of [first, last])
      await owner.post('postMortem', { incidentId: id, revision: 0, text: id.padEnd(60_000, '.') })
    await project.keep(61, { changed: [between] })
    const { incident } = await read(owner, first)
    const other = incident.id === first ? last : first
    const { body } = await owner.get(`postMortem?incidentId=${incident.id}`)
    expect(body.postMortem).toMatchObject({ revision: 3, text: incident.id.padEnd(60_000, '.') })
    const earlier = await owner.get(`postMortem?incidentId=${incident.id}&revision=2`)
    expect(earlier.body.postMortem).toMatchObject({ text: other.padEnd(60_000, '.') })
  })
  it('are acknowledged together where the one that stays was sent, and another was acknowledged', async () => {
    const project = await openApart('joined003')
    const { owner, first, second: last } = project
    await server.ctx.db.update(incidents).set({ alertedAt: BEGAN }).where(eq(incidents.id, first))
    await change(owner, last, { action: 'acknowledge', note: 'looking' })
    await project.keep(61, { changed: [between] })
    expect(await read(owner, last)).toMatchObject({
      incident: { id: first, state: 'acknowledged' },
      decision: { decidedBy: 'joined003', note: 'looking' },
    })
  })
  it('are reached where nobody had said anything', async () => {
    const project = await openApart('joined002')
    const { owner, first, second: last } = project
    await project.keep(61, { changed: [between] })
    const [one, other] = [await read(owner, first), await read(owner, last)]
    expect(one.incident).toMatchObject({ findings: 3 })
    expect(other.incident.id).toBe(one.incident.id)
    expect((await list(owner, 'tab=all')).incidents).toHaveLength(1)
  })
})

describe('an incident that has no findings left', () => {
  it('stays readable and is counted and listed no more', async () => {
    const project = await openTwo('vanished1')
    const { owner, first, second: last } = project
    await project.keep(101, { changed: [livePeriod('node2|anomaly|80', 'node2', [80, 101], 'open')], since: BEGAN })
    const { body, status } = await owner.get(`incidents/${first}`)
    expect(status).toBe(200)
    expect(body.withdrawn.sentence).toContain('This incident was withdrawn')
    expect((await list(owner, 'tab=all')).incidents.map(({ id }: { id: string }) => id)).toEqual([last])
    expect((await read(owner, last)).similar).toEqual([])
  })
  it('is listed where somebody wrote about it', async () => {
    const project = await openTwo('vanished2')
    const { owner, first } = project
    await change(owner, first, { action: 'note', note: 'the disk' })
    await project.keep(101, { removed: ['node1|anomaly|10'] })
    const { incidents: listed } = await list(owner, 'tab=resolved')
    expect(listed).toMatchObject([{ id: first, brief: expect.stringContaining('withdrawn') }])
  })
})

describe('splitting an incident', () => {
  const openJoined = async (projectName: string) => {
    const project = await openLiveProject(server, projectName)
    const at = (to: number) => [
      livePeriod('node1|anomaly|10', 'node1', [10, to], 'open'),
      livePeriod('node2|anomaly|12', 'node2', [12, to], 'open'),
    ]
    await project.keep(20, { changed: at(20) })
    const [whole] = await project.incidents()
    return { ...project, at, whole: whole!.id }
  }
  const findingOf = async (project: Project, id: string, instance: string) => {
    const { findings } = await read(project.owner, id)
    return findings.find(({ instances }: { instances: string[] }) => instances.includes(instance)).id
  }
  it('makes an incident of its own of some findings, which stays apart in later rounds and replays', async () => {
    const project = await openJoined('split0001')
    const { owner, whole, at } = project
    const findingId = await findingOf(project, whole, 'node2')
    const { body } = await change(owner, whole, { action: 'split', findingIds: [findingId] })
    const apart = async () => {
      const parts = await Promise.all([whole, body.incident.id].map((id) => read(owner, id)))
      return parts.map(({ incident }) => [incident.instances, incident.findings])
    }
    const each = [
      [['node1'], 1],
      [['node2'], 1],
    ]
    expect(await apart()).toEqual(each)
    await project.keep(30, { changed: at(30) })
    expect(await apart()).toEqual(each)
    await project.keep(31, { since: BEGAN, changed: at(31) })
    expect(await apart()).toEqual(each)
    expect(await project.incidents()).toHaveLength(2)
    expect((await read(owner, whole)).history.map(({ kind }: { kind: string }) => kind)).toEqual(['began', 'splitOff'])
  })
  it('leaves to the part what was decided on the whole', async () => {
    const project = await openJoined('split0003')
    const { owner, whole } = project
    await change(owner, whole, { action: 'acknowledge' })
    await change(owner, whole, { action: 'excludeFromTraining' })
    const findingIds = [await findingOf(project, whole, 'node2')]
    const { body } = await change(owner, whole, { action: 'split', findingIds })
    const { incident, training } = await read(owner, body.incident.id)
    expect([incident.state, training.isExcluded]).toEqual(['acknowledged', true])
  })
  it('leaves a finding behind, and takes only findings of the incident', async () => {
    const project = await openJoined('split0002')
    const { owner, whole } = project
    const ids = [await findingOf(project, whole, 'node1'), await findingOf(project, whole, 'node2')]
    const codeOf = async (findingIds: string[]) =>
      (await change(owner, whole, { action: 'split', findingIds })).body.code
    expect(await codeOf(ids)).toBe('VALIDATION_FAILED')
    expect(await codeOf(['f999999'])).toBe('CONFLICT')
    expect(await codeOf(['anything'])).toBe('VALIDATION_FAILED')
  })
})

describe('what is said of an incident', () => {
  it('is closed a day after it was resolved', async () => {
    const { owner, first } = await openTwo('closed001')
    await change(owner, first, { action: 'resolve', note: 'restarted' })
    expect((await change(owner, first, { action: 'reopen' })).status).toBe(200)
    await change(owner, first, { action: 'resolve' })
    const resolvedAt = server.clock.now() - 25 * 3_600_000
    await server.ctx.db.update(incidents).set({ resolvedAt }).where(eq(incidents.id, first))
    const { status, body } = await change(owner, first, { action: 'reopen' })
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    const { history } = await read(owner, first)
    expect(history.filter(({ by }: { by: string }) => by).map(({ kind }: { kind: string }) => kind)).toEqual([
      'resolved',
      'reopened',
      'resolved',
    ])
  })
  it('are notes, of which the last is shown and all are kept', async () => {
    const { owner, first } = await openTwo('noted0001')
    await change(owner, first, { action: 'note', note: 'looks like <b>disk</b>' })
    expect((await change(owner, first, { action: 'note', note: 'was the disk' })).body.incident.note).toBe(
      'was the disk',
    )
    expect((await change(owner, first, { action: 'note', note: ' ' })).body.code).toBe('VALIDATION_FAILED')
    const notes = (await read(owner, first)).history.flatMap(({ note }: { note: string | null }) => note ?? [])
    expect(notes).toEqual(['looks like <b>disk</b>', 'was the disk'])
  })
  it('is a star of each account for itself', async () => {
    const { owner, first } = await openTwo('starred01')
    const member = await server.signUp('starmate1')
    await owner.post('project-members', { projectName: 'starred01', userNames: ['starmate1'] })
    expect((await change(owner, first, { action: 'star' })).body.starred).toBe(true)
    expect((await list(owner, 'tab=starred')).incidents).toHaveLength(1)
    expect((await list(member, 'tab=starred')).incidents).toHaveLength(0)
    await change(owner, first, { action: 'unstar' })
    expect((await list(owner, 'tab=all')).counts).toMatchObject({ starred: 0, open: 1, resolved: 1 })
  })
  it('leaves it out of training, for the owner alone, after telling what that changes', async () => {
    const { owner, first } = await openTwo('trained01')
    const member = await server.signUp('trainmate')
    await owner.post('project-members', { projectName: 'trained01', userNames: ['trainmate'] })
    expect((await change(member, first, { action: 'excludeFromTraining' })).body.code).toBe('FORBIDDEN')
    const dry = await change(owner, first, { action: 'excludeFromTraining', dryRun: true })
    expect(dry.body.training).toHaveProperty('leftOutMs')
    expect((await read(owner, first)).training.isExcluded).toBe(false)
    await change(owner, first, { action: 'excludeFromTraining' })
    expect((await read(owner, first)).training).toMatchObject({ isExcluded: true, by: 'trained01' })
    await change(owner, first, { action: 'includeInTraining' })
    expect((await read(owner, first)).training.isExcluded).toBe(false)
  })
})

describe('GET dashboard-incident', () => {
  it('has tabs with counts, and finds by words, family and state', async () => {
    const { owner, first, second: last } = await openTwo('listed001')
    const idsOf = async (query: string) => (await list(owner, query)).incidents.map(({ id }: { id: string }) => id)
    expect(await idsOf('tab=open')).toEqual([last])
    expect(await idsOf('tab=resolved')).toEqual([first])
    expect(await idsOf('q=NODE1')).toEqual([first])
    expect(await idsOf('q=cpu%20node2')).toEqual([last])
    expect(await idsOf('q=node9')).toEqual([])
    expect(await idsOf('family=cpu&order=newest')).toEqual([last, first])
    expect(await idsOf('family=disk')).toEqual([])
    expect(await list(owner, 'tab=predicted')).toMatchObject({ incidents: [], predictions: [], predicted: [] })
  })
  it('folds those that repeat each other', async () => {
    const project = await openLiveProject(server, 'folded001')
    await project.keep(400, {
      changed: [0, 100, 200, 300].map((row) => livePeriod(`node1|anomaly|${row}`, 'node1', [row, row + 10], 'over')),
    })
    const { incidents: folded, page } = await list(project.owner, 'fold=true')
    expect(page.total).toBe(1)
    expect(folded[0]).toMatchObject({ onset: BEGAN + 300 * SECOND, repeats: { count: 4, firstOnset: BEGAN } })
    const { key } = folded[0].repeats
    expect((await list(project.owner, `repeatKey=${key}`)).incidents).toHaveLength(4)
  })
})
