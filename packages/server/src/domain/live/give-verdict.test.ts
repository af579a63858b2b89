import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, projects, sources, verdicts } from '../../schema/index.ts'
import { BEGAN, livePeriod, openLiveProject, SECOND } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { findByUserName } from '../accounts/account-row.ts'
import { ALL_SCOPES, type Caller } from '../context.ts'
import { openProjectData } from '../models/project-data.ts'
import { deleteRemoved } from '../projects/index.ts'
import { followLive } from './follow.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Project = Awaited<ReturnType<typeof openLiveProject>>

const HOUR = 3600

/** The periods that are shown, by when they began. */
async function shown(name: string, { owner }: Project) {
  const { body } = await owner.get(`liveAnalysis?projectName=${name}&from=${BEGAN}&to=${BEGAN + HOUR * SECOND}`)
  return body.periods
}

/** Gives a verdict on the first of them. */
async function give(name: string, project: Project, request: object) {
  const [{ id }] = await shown(name, project)
  return project.owner.post(`projects/${name}/verdicts`, { findingId: id, ...request })
}

describe('POST projects/{projectName}/verdicts', () => {
  it('records a verdict that is shown with its period: what, why, by whom and when', async () => {
    const project = await openLiveProject(server, 'marked01')
    await project.keep(40, { changed: [livePeriod('a1', 'node1', [0, 10], 'over')] })
    const request = { verdict: 'false', note: 'a drill' }
    expect((await give('marked01', project, { ...request, dryRun: true })).body).toMatchObject({ applied: false })
    expect((await shown('marked01', project))[0].verdict).toBeUndefined()
    expect((await give('marked01', project, request)).body).toMatchObject({ success: true, applied: true })
    const given = { verdict: 'false', verdictNote: 'a drill', verdictBy: 'marked01', verdictAt: expect.any(Number) }
    expect(await shown('marked01', project)).toMatchObject([given])
  })

  it('refuses to replace a verdict that the caller did not see, and takes the same one twice', async () => {
    const project = await openLiveProject(server, 'marked02')
    await project.keep(40, { changed: [livePeriod('b1', 'node1', [0, 10], 'over')] })
    expect((await give('marked02', project, { verdict: 'false', replaces: 'none' })).status).toBe(200)
    expect((await give('marked02', project, { verdict: 'false', replaces: 'none' })).status).toBe(200)
    expect((await give('marked02', project, { verdict: 'true', replaces: 'none' })).body.code).toBe('CONFLICT')
    expect((await give('marked02', project, { verdict: 'true', replaces: 'false' })).status).toBe(200)
    expect(await shown('marked02', project)).toMatchObject([{ verdict: 'true' }])
  })

  it('knows no finding of another project, and none that is gone', async () => {
    const [project, other] = [await openLiveProject(server, 'marked03'), await openLiveProject(server, 'marked04')]
    await project.keep(40, { changed: [livePeriod('c1', 'node1', [0, 10], 'over')] })
    const { id } = (await project.finding('c1'))!
    const ask = () => ({ findingId: `f${id}`, verdict: 'true' })
    const elsewhere = await other.owner.post('projects/marked04/verdicts', ask())
    expect([elsewhere.status, elsewhere.body.details[0].field]).toEqual([404, 'findingId'])
    await project.keep(41, { removed: ['c1'] })
    expect((await project.owner.post('projects/marked03/verdicts', ask())).status).toBe(404)
  })

  it('brings a verdict to those who watch', async () => {
    const project = await openLiveProject(server, 'marked05')
    const row = Math.floor((server.clock.now() - BEGAN) / SECOND)
    await project.keep(row, { changed: [livePeriod('d1', 'node1', [row - 20, row - 10], 'over')] })
    const account = (await findByUserName(server.ctx.db, 'marked05'))!
    const caller: Caller = {
      accountId: account.id,
      userName: 'marked05',
      role: 'member',
      via: 'session',
      scopes: ALL_SCOPES,
      credentialId: '',
    }
    const gone = new AbortController()
    const request = { projectName: 'marked05', span: 60 * SECOND, buckets: 1, locale: 'en' } as const
    const events = followLive(server.ctx, caller, request, gone.signal)
    const next = async () => {
      const { value } = await events.next()
      return value?.kind === 'rows' ? value.data.periods.map(({ verdict }) => verdict) : value
    }
    expect(await next()).toEqual([undefined])
    const asked = performance.now()
    const coming = next()
    const { id } = (await project.finding('d1'))!
    await project.owner.post('projects/marked05/verdicts', { findingId: `f${id}`, verdict: 'true' })
    expect(await coming).toEqual(['true'])
    // Not with the event that comes every fifteen seconds anyway
    expect(performance.now() - asked).toBeLessThan(10_000)
    gone.abort()
  })
})

describe('a verdict on a finding that changes', () => {
  it('stays while the finding lasts, and with what takes its place', async () => {
    const project = await openLiveProject(server, 'lasting1')
    const verdictsNow = async () =>
      (await shown('lasting1', project)).map(({ verdict }: { verdict?: string }) => verdict)
    await project.keep(10, { changed: [livePeriod('e1', 'node1', [4, 10], 'open')] })
    await give('lasting1', project, { verdict: 'true', note: 'the disk' })
    await project.keep(20, { changed: [livePeriod('e1', 'node1', [4, 20], 'over')] })
    expect(await verdictsNow()).toEqual(['true'])
    // It began earlier, as it turns out
    await project.keep(21, { changed: [livePeriod('e0', 'node1', [2, 20], 'over')], removed: ['e1'] })
    expect(await verdictsNow()).toEqual(['true'])
    // Rows are scored again: not found, and then found after all
    await project.keep(22, { changed: [], since: BEGAN })
    expect(await verdictsNow()).toEqual([])
    const changed = [livePeriod('e3', 'node2', [3, 20], 'over'), livePeriod('e4', 'node1', [23, 30], 'over')]
    await project.keep(30, { changed, since: BEGAN })
    expect(await verdictsNow()).toEqual([undefined, 'true'])
    expect((await shown('lasting1', project))[1]).toMatchObject({ verdictNote: 'the disk', verdictBy: 'lasting1' })
  })

  it('leaves a finding alone that has one of its own', async () => {
    const project = await openLiveProject(server, 'lasting2')
    await project.keep(40, { changed: [livePeriod('g1', 'node1', [0, 10], 'over')] })
    await give('lasting2', project, { verdict: 'true' })
    await project.keep(41, { changed: [], since: BEGAN - SECOND })
    await project.keep(42, { changed: [livePeriod('g2', 'node2', [0, 10], 'over')] })
    await give('lasting2', project, { verdict: 'false' })
    await project.keep(43, { changed: [livePeriod('g2', 'node1', [0, 12], 'over')] })
    expect(await shown('lasting2', project)).toMatchObject([{ verdict: 'false' }])
  })

  it('is taken while the finding changes, again and again', async () => {
    const project = await openLiveProject(server, 'lasting4')
    await project.keep(10, { changed: [livePeriod('i0', 'node1', [0, 10], 'open')] })
    const statuses = new Set<number>()
    for (let round = 1; round <= 20; round++) {
      const changed = [livePeriod(`i${round}`, 'node1', [0, 10 + round], 'open')]
      const [answer] = await Promise.all([
        give('lasting4', project, { verdict: round % 2 === 0 ? 'true' : 'false' }),
        project.keep(10 + round, { changed, removed: [`i${round - 1}`] }),
      ])
      statuses.add(answer.status)
    }
    // 404 where the finding has just become another one
    expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([])
    expect((await give('lasting4', project, { verdict: 'true' })).status).toBe(200)
    expect(await shown('lasting4', project)).toMatchObject([{ verdict: 'true' }])
  })

  it('goes with its project', async () => {
    const project = await openLiveProject(server, 'lasting3')
    await project.keep(40, { changed: [livePeriod('h1', 'node1', [0, 10], 'over')] })
    await give('lasting3', project, { verdict: 'true' })
    const left = () => server.ctx.db.$count(verdicts, eq(verdicts.sourceId, project.sourceId))
    expect(await left()).toBe(1)
    const dryRun = await project.owner.post('remove-project', { projectName: 'lasting3', dryRun: true })
    expect(dryRun.body.loss).toMatchObject({ findings: 1, verdicts: 1 })
    await project.owner.post('remove-project', { projectName: 'lasting3', confirm: 'lasting3' })
    await server.ctx.db.update(projects).set({ removedAt: 0 }).where(eq(projects.sourceId, project.sourceId))
    await deleteRemoved(server.ctx)
    expect(await left()).toBe(0)
  })
})

describe('a verdict as a lesson', () => {
  /** A project that trains a model, with two findings at the same time and one alone. */
  async function openTrained(name: string) {
    const project = await openLiveProject(server, name)
    const { db } = server.ctx
    await db.update(sources).set({ fromTime: BEGAN, toTime: BEGAN }).where(eq(sources.id, project.sourceId))
    await db.update(projects).set({ seriesCount: 2 }).where(eq(projects.sourceId, project.sourceId))
    const changed = [
      livePeriod(`${name}1`, 'node1', [100, 110], 'over'),
      livePeriod(`${name}2`, 'node1', [300, 320], 'over'),
    ]
    await project.keep(HOUR - 1, { changed: [...changed, livePeriod(`${name}3`, 'node2', [315, 325], 'over')] })
    const excluded = async () => {
      const { exclude } = await openProjectData(server.ctx, project.sourceId)
      return exclude
        .map(({ start, end }) => [(start - BEGAN) / SECOND, (end - BEGAN) / SECOND])
        .sort(([a], [b]) => a! - b!)
    }
    const mark = async (key: string, request: object) => {
      const { id } = (await project.finding(key))!
      return (await project.owner.post(`projects/${name}/verdicts`, { findingId: `f${id}`, ...request })).body.preview
    }
    return { project, excluded, mark }
  }

  it('has a false alarm learned as normal, but for what else was found in its time', async () => {
    const { excluded, mark } = await openTrained('lesson01')
    expect(await excluded()).toEqual([
      [100, 109],
      [300, 319],
      [315, 324],
    ])
    const whole = { nextTrainingAt: expect.any(Number), durationMs: 10 * SECOND }
    expect(await mark('lesson011', { verdict: 'false' })).toEqual({
      ...whole,
      leftOutMs: 0,
      leftOutBeforeMs: 10 * SECOND,
    })
    expect(await mark('lesson012', { verdict: 'false', dryRun: true })).toMatchObject({
      durationMs: 20 * SECOND,
      leftOutMs: 5 * SECOND,
      leftOutBeforeMs: 20 * SECOND,
    })
    expect(await excluded()).toEqual([
      [300, 319],
      [315, 324],
    ])
  })

  it('has what was confirmed left out, also as a new normal and where it is not found any more', async () => {
    const { project, excluded, mark } = await openTrained('lesson02')
    const [row] = await server.ctx.db.select().from(findings).where(eq(findings.key, 'lesson021'))
    const detail = { ...row!.detail, isNewNormal: true }
    await server.ctx.db
      .update(findings)
      .set({ detail } as object)
      .where(eq(findings.id, row!.id))
    expect((await excluded())[0]).toEqual([300, 319])
    expect(await mark('lesson021', { verdict: 'true' })).toMatchObject({ leftOutMs: 10 * SECOND, leftOutBeforeMs: 0 })
    expect((await excluded())[0]).toEqual([100, 109])
    await project.keep(HOUR, { changed: [], since: BEGAN - SECOND })
    expect(await excluded()).toEqual([[100, 109]])
  })

  it('says so where the project trains no model', async () => {
    const { project, mark } = await openTrained('lesson03')
    await project.owner.patch('projects/lesson03', { retrainDays: 0 })
    expect(await mark('lesson031', { verdict: 'false' })).toMatchObject({ nextTrainingAt: null })
  })
})
