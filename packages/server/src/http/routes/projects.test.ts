import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteRemoved } from '../../domain/projects/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000

let server: TestServer
let owner: TestClient
let other: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { maxProjects: 40 } })
  owner = await server.signUp('owner001')
  other = await server.signUp('other001')
})
afterAll(() => server.close())

async function addProject(projectName: string, more: object = {}) {
  const { status, body } = await owner.post('add-custom-project', { projectName, samplingInterval: 1, ...more })
  expect(status).toBe(201)
  return { ...body, sender: createTestClient(server.api, { bearer: body.secret }) }
}

const point = (time: number, value = 1) => ({ metric: 'cpu', instance: 'web1', time, value })

describe('a project', () => {
  it('is added with an ingest key and commands that hold it, and says that nothing has arrived', async () => {
    const { project, secret, commands } = await addProject('shop', { samplingInterval: 0.5, timeZone: 'Europe/Berlin' })
    expect(project).toMatchObject({
      projectName: 'shop',
      owner: 'owner001',
      state: 'connecting',
      samplingInterval: 0.5,
    })
    expect(secret).toMatch(/^omen_in_/)
    for (const { text } of commands) expect(text).toContain(secret)
    expect((await owner.get('projects?q=SHO')).body).toMatchObject({
      projects: [{ projectName: 'shop', timeZone: 'Europe/Berlin' }],
      page: { total: 1 },
    })
  })

  it('has a name that is unique whatever its case, also of two added at once', async () => {
    await addProject('Unique')
    const again = await owner.post('add-log-project', { projectName: 'uNIQUE', samplingInterval: 1 })
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT'])
    const both = await Promise.all(
      ['twin', 'TWIN'].map((projectName) => owner.post('add-custom-project', { projectName, samplingInterval: 1 })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await other.post('add-custom-project', { projectName: 'unique', samplingInterval: 1 })).status).toBe(201)
  })

  it('refuses names with white space or _ : @ , and an unknown time zone, by field', async () => {
    const invisible = ['a\u001bb', 'a\u202eb', 'a\u200bb']
    for (const projectName of ['a b', 'a_b', 'a:b', 'a@b', 'a,b', '', '.', '..', ...invisible]) {
      const { status, body } = await owner.post('add-custom-project', { projectName, samplingInterval: 1 })
      expect([status, body.details[0].field]).toEqual([400, 'projectName'])
    }
    const zone = { projectName: 'zone', samplingInterval: 1, timeZone: 'Mars/Olympus' }
    expect((await owner.post('add-custom-project', zone)).body.details[0].field).toBe('timeZone')
  })

  it('is renamed and set, and an account may have no more than the limit', async () => {
    await addProject('before')
    const renamed = await owner.patch('projects/before', {
      projectName: 'after',
      retentionDays: 7,
      samplingInterval: 5,
      timeZone: 'America/Sao_Paulo',
    })
    const set = { projectName: 'after', retentionDays: 7, samplingInterval: 5, timeZone: 'America/Sao_Paulo' }
    expect(renamed.body.project).toMatchObject(set)
    const { status, body } = await owner.patch('projects/after', { timeZone: 'Mars/Olympus' })
    expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'timeZone'])
    expect((await owner.get('projects/after')).body.project).toMatchObject(set)
    expect((await owner.get('projects/before')).status).toBe(404)
    expect((await owner.patch('projects/after', { projectName: 'shop' })).status).toBe(409)
    server.ctx.settings.maxProjects = 1
    const refused = await owner.post('add-custom-project', { projectName: 'more', samplingInterval: 1 })
    server.ctx.settings.maxProjects = 40
    expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_PROJECTS'])
  })

  it('is read by members, by its name and owner, and changed by its owner alone', async () => {
    const { sender } = await addProject('shared')
    await sender.post('ingest/points', [point(server.clock.now())])
    expect((await other.get('projects/shared@owner001')).status).toBe(404)
    await owner.post('project-members', { projectName: 'shared', userNames: ['OTHER001', 'nobody99'] })
    expect((await other.get('projects/shared@owner001')).body.project).toMatchObject({ members: [] })
    const withoutOwner = await other.get('projects/Shared')
    expect(withoutOwner.body).toMatchObject({
      code: 'NOT_FOUND',
      message: 'None of your projects is called so. There is shared@owner001.',
    })
    expect((await other.get('projectData?projectName=shared@owner001')).body.series).toHaveLength(1)
    for (const change of [{ retentionDays: 1 }, { timeZone: 'Asia/Tokyo' }]) {
      const refused = await other.patch('projects/shared@owner001', change)
      expect(refused.body).toMatchObject({ code: 'FORBIDDEN', message: 'Only the owner of the project may do this.' })
    }
    expect((await owner.get('project-members?projectName=shared')).body.userNames).toEqual(['other001'])
  })

  it('is left by a member, and removed with all its data by its owner, after a dry run that says what is lost', async () => {
    const { sender } = await addProject('leaving')
    const now = server.clock.now()
    await sender.post('ingest/points', [point(now - MINUTE), point(now)])
    await owner.post('project-members', { projectName: 'leaving', userNames: ['other001'] })
    const left = await other.post('remove-project', { projectName: 'leaving@owner001', confirm: 'leaving@owner001' })
    expect(left.body).toMatchObject({ isOwner: false, loss: { points: 0 } })
    expect((await other.get('projects/leaving@owner001')).status).toBe(404)

    const dryRun = await owner.post('remove-project', { projectName: 'leaving', dryRun: true })
    expect(dryRun.body.loss).toMatchObject({ points: 2, series: 1, keys: 1, members: 0, from: now - MINUTE, to: now })
    expect((await owner.post('remove-project', { projectName: 'leaving' })).body.details[0].field).toBe('confirm')
    expect((await owner.get('projects/leaving')).status).toBe(200)
    await owner.post('remove-project', { projectName: 'leaving', confirm: 'leaving' })
    expect((await owner.get('projects/leaving')).status).toBe(404)
    expect((await sender.post('ingest/points', [point(now)])).status).toBe(401)
    server.clock.advance(3 * MINUTE)
    await deleteRemoved(server.ctx)
    const names = (await owner.get('projects?pageSize=500')).body.projects.map(
      (one: { projectName: string }) => one.projectName,
    )
    expect(names).not.toContain('leaving')
  })

  it('is silent when nothing arrives any more, and says since when', async () => {
    const { sender } = await addProject('quiet')
    await sender.post('ingest/points', [point(server.clock.now())])
    await expect.poll(async () => (await owner.get('projects/quiet')).body.project.state).toBe('collecting')
    server.clock.advance(10 * MINUTE)
    owner = await server.signIn('owner001')
    const { project } = (await owner.get('projects/quiet')).body
    expect(project.state).toBe('silent')
    expect(project.stateSentence).toContain('10 min')
  })
})

describe('an ingest key', () => {
  it('is rotated without a gap: two work until one is deleted, and each knows when it was used last', async () => {
    const { key, sender } = await addProject('rotated')
    const made = (await owner.post('ingest-keys', { projectName: 'rotated', name: 'second' })).body
    const second = createTestClient(server.api, { bearer: made.secret })
    const send = (client: TestClient) => client.post('ingest/points', [point(server.clock.now())])
    expect([(await send(sender)).status, (await send(second)).status]).toEqual([200, 200])
    await owner.delete(`ingest-keys/${key.id}`)
    expect([(await send(sender)).status, (await send(second)).status]).toEqual([401, 200])
    const { keys } = (await owner.get('ingest-keys?projectName=rotated')).body
    expect(keys).toMatchObject([{ name: 'second', hint: made.secret.slice(-4), lastUsedAt: expect.any(Number) }])
    expect(JSON.stringify(keys)).not.toContain(made.secret)
  })

  it('ends when it expires', async () => {
    await addProject('expiring')
    const expiresAt = server.clock.now() + MINUTE
    const { secret } = (await owner.post('ingest-keys', { projectName: 'expiring', name: 'short', expiresAt })).body
    const client = createTestClient(server.api, { bearer: secret })
    expect((await client.post('ingest/points', [])).status).toBe(200)
    server.clock.advance(MINUTE)
    expect((await client.post('ingest/points', [])).status).toBe(401)
  })

  it('is taken as the password of Basic, and opens nothing but the ways in', async () => {
    const { secret } = await addProject('basic')
    const Authorization = `Basic ${Buffer.from(`anybody:${secret}`).toString('base64')}`
    const answer = await server.anonymous.post('ingest/points', [point(server.clock.now())], { Authorization })
    expect(answer.body).toMatchObject({ accepted: 1 })
    expect((await createTestClient(server.api, { bearer: secret }).get('projects')).status).toBe(401)
  })
})
