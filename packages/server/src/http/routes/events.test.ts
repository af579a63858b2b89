import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAX_EVENTS, readEvents } from '../../domain/events/index.ts'
import { events, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const HOUR = 3_600_000

let server: TestServer
let owner: TestClient
let member: TestClient
let stranger: TestClient
let now: number
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('owner001')
  member = await server.signUp('member01')
  stranger = await server.signUp('stranger')
  await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  await owner.post('project-members', { projectName: 'shop', userNames: ['member01'] })
  now = server.clock.now()
})
beforeEach(() => server.ctx.db.delete(events))
afterAll(() => server.close())

const TOLD = { projectName: 'shop', kind: 'deployment', title: 'checkout 2.4.1' }
const add = (fields: object = {}, by = owner, headers = {}) => by.post('events', { ...TOLD, ...fields }, headers)
const titles = async (query = '', by = owner, projectName = 'shop') =>
  (await by.get(`events?projectName=${projectName}${query}`)).body.events.map(({ title }: { title: string }) => title)

describe('POST events', () => {
  it('adds what changed, now or when it is said, and answers with it', async () => {
    const { status, body } = await add()
    expect(status).toBe(201)
    expect(body.event).toEqual({
      id: expect.stringMatching(/^ev_[\w-]{12}$/),
      at: expect.any(Number),
      createdAt: expect.any(Number),
      kind: 'deployment',
      title: 'checkout 2.4.1',
      version: null,
      instances: [],
      link: null,
      by: 'owner001',
      mayDelete: true,
    })
    expect([body.event.at, body.event.createdAt].every((time) => time >= now)).toBe(true)
    const more = { at: now - HOUR, kind: 'configuration', version: ' 2 ', instances: ['db1', 'db2', 'db1'] }
    expect((await add({ ...more, link: 'https://ci.example/7' })).body.event).toMatchObject({
      at: now - HOUR,
      version: '2',
      instances: ['db1', 'db2'],
      link: 'https://ci.example/7',
    })
  })
  it('adds it once for an idempotency key, however often it is sent', async () => {
    const key = { 'Idempotency-Key': 'pipeline 7' }
    const [first, second] = [await add({}, owner, key), await add({}, owner, key)]
    expect(second.body).toEqual(first.body)
    expect((await add({ title: 'other' }, owner, key)).body.code).toBe('IDEMPOTENCY_MISMATCH')
    expect(await titles()).toEqual(['checkout 2.4.1'])
  })
  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'two\nlines' }],
    ['title', { title: 'x'.repeat(201) }],
    ['version', { version: '\u001b[2J' }],
    ['instances', { instances: ['db1', '\t'] }],
    ['instances', { instances: Array.from({ length: 101 }, String) }],
    ['link', { link: 'javascript:alert(1)' }],
    ['link', { link: 'ci.example/7' }],
    ['kind', { kind: 'incident' }],
    ['at', { at: Date.UTC(2100, 0, 1) }],
    ['at', { at: -1 }],
    ['by', { by: 'somebody' }],
  ])('refuses a %s that it cannot store: %j', async (field, fields) => {
    const { status, body } = await add(fields)
    expect([status, body.code, body.details[0].field]).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining(field),
    ])
    expect(await titles()).toEqual([])
  })
  it('is for the owner and the members of a project; for others there is none', async () => {
    expect((await add({ projectName: 'shop@owner001' }, member)).body.event.by).toBe('member01')
    expect((await add({ projectName: 'shop@owner001' }, stranger)).body.code).toBe('NOT_FOUND')
    const reader = await server.withToken(owner, ['read'])
    expect((await add({}, reader)).body.code).toBe('SCOPE_MISSING')
    expect((await add({}, await server.withToken(owner, ['upload']))).status).toBe(201)
  })
  it('keeps the latest 10,000 of a project', async () => {
    const { body } = await add({ title: 'first' })
    const [row] = await server.ctx.db.select().from(events)
    const copies = Array.from({ length: MAX_EVENTS - 1 }, (_, at) => ({ ...row!, id: `ev_${at}`, at: now - 1 - at }))
    for (let at = 0; at < copies.length; at += 2500)
      await server.ctx.db.insert(events).values(copies.slice(at, at + 2500))
    await add({ title: 'last', at: now + HOUR })
    expect(await server.ctx.db.$count(events)).toBe(MAX_EVENTS)
    const [earliest] = await server.ctx.db
      .select()
      .from(events)
      .where(eq(events.id, `ev_${MAX_EVENTS - 2}`))
    expect(earliest).toBeUndefined()
    expect((await titles('&pageSize=2')).sort()).toEqual(['first', 'last'])
    const late = await add({ title: 'late', at: now - 24 * HOUR })
    expect([late.status, late.body.code, late.body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'at'])
    expect(late.body.details[0].message).toContain('10,000')
    expect(body.event.id).toBe(row!.id)
  })
})

describe('GET events', () => {
  it('lists the latest first, by time and kind, page after page', async () => {
    for (const [index, kind] of ['deployment', 'other', 'configuration', 'deployment'].entries())
      await add({ kind, title: `e${index}`, at: now - index * HOUR })
    expect(await titles()).toEqual(['e0', 'e1', 'e2', 'e3'])
    expect(await titles(`&from=${now - 2 * HOUR}&to=${now - HOUR}`)).toEqual(['e1', 'e2'])
    expect(await titles('&kind=deployment')).toEqual(['e0', 'e3'])
    const { page } = (await owner.get('events?projectName=shop&pageSize=3')).body
    expect(page).toMatchObject({ total: 4, next: expect.any(String) })
    expect(await titles(`&pageSize=3&cursor=${page.next}`)).toEqual(['e3'])
    expect(await titles('&pageSize=3&page=2')).toEqual(['e3'])
  })
  it('shows them to whoever may read the project, and says who may delete which', async () => {
    await add({ projectName: 'shop@owner001', title: 'by a member' }, member)
    await add({ title: 'by the owner' })
    const seen = async (by: TestClient, projectName: string) =>
      Object.fromEntries(
        (await by.get(`events?projectName=${projectName}`)).body.events.map(
          ({ title, mayDelete }: { title: string; mayDelete: boolean }) => [title, mayDelete],
        ),
      )
    expect(await seen(owner, 'shop')).toEqual({ 'by a member': true, 'by the owner': true })
    expect(await seen(member, 'shop@owner001')).toEqual({ 'by a member': true, 'by the owner': false })
    expect((await stranger.get('events?projectName=shop@owner001')).body.code).toBe('NOT_FOUND')
  })
})

describe('DELETE events/{id}', () => {
  it('is for who added it and for the owner', async () => {
    const own = (await add()).body.event.id
    const theirs = (await add({ projectName: 'shop@owner001' }, member)).body.event.id
    expect((await stranger.delete(`events/${own}`)).body.code).toBe('NOT_FOUND')
    expect((await member.delete(`events/${own}`)).body.code).toBe('FORBIDDEN')
    expect((await member.delete(`events/${theirs}`)).status).toBe(200)
    expect((await owner.delete(`events/${own}`)).status).toBe(200)
    expect((await owner.delete(`events/${own}`)).body.code).toBe('NOT_FOUND')
  })
  it('leaves nothing of a project that was removed', async () => {
    await owner.post('add-custom-project', { projectName: 'brief', samplingInterval: 1 })
    const { id } = (await add({ projectName: 'brief' })).body.event
    await owner.post('remove-project', { projectName: 'brief', confirm: 'brief' })
    expect((await owner.delete(`events/${id}`)).body.code).toBe('NOT_FOUND')
  })
})

it('readEvents gives those of a time, by time', async () => {
  for (const at of [now, now - HOUR, now - 2 * HOUR, now - 3 * HOUR]) await add({ at, title: String(at) })
  const [shop] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'shop'))
  const read = await readEvents(server.ctx, shop!.id, { from: now - 2 * HOUR, to: now - HOUR })
  expect(read.map(({ at }) => at)).toEqual([now - 2 * HOUR, now - HOUR])
  expect(Object.keys(read[0]!).sort()).toEqual(['at', 'by', 'id', 'instances', 'kind', 'link', 'title', 'version'])
})
