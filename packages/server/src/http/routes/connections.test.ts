import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { COLLECTION_CHANNEL } from '../../domain/collections/channel.ts'
import { collections, sources } from '../../schema/index.ts'
import {
  type PrometheusServer,
  prometheusValue,
  startPrometheusServer,
} from '../../testing/providers/prometheus-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000
const TOKEN = 'a-token-that-nobody-may-see'

let server: TestServer
let owner: TestClient
let prometheus: PrometheusServer
let made = 0

beforeAll(async () => {
  server = await startTestServer({ settings: { maxProjects: 40, outboundAllow: ['127.0.0.1'] } })
  owner = await server.signUp('owner001')
})
afterAll(() => server.close())
beforeEach(async () => {
  prometheus = await startPrometheusServer({ token: TOKEN, stepMs: MINUTE })
  return () => prometheus.close()
})

const connection = (more: object = {}) => ({
  source: 'prometheus',
  address: prometheus.url,
  token: TOKEN,
  query: ['cpu_usage'],
  ...more,
})

async function addProject(more: object = {}): Promise<string> {
  const projectName = `fetching-${++made}`
  const body = { projectName, samplingInterval: 1, ...connection(more) }
  const answer = await owner.post('add-custom-project', body)
  expect(answer.body).toMatchObject({
    success: true,
    project: { projectName, kind: 'custom', collection: { connector: 'prometheus' } },
  })
  expect(answer.body).not.toHaveProperty('secret')
  return projectName
}

/** Lets time pass for the server, and lets it look. */
async function pass(ms: number): Promise<void> {
  server.clock.advance(ms)
  await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
}

async function collectionOf(projectName: string) {
  const { body } = await owner.get(`projects/${projectName}`)
  return body.project.collection
}

async function idOf(projectName: string): Promise<string> {
  const [row] = await server.ctx.db.select().from(sources).where(eq(sources.name, projectName))
  return row!.id
}

/** Stored samples of a project. */
async function countPoints(projectName: string): Promise<number> {
  return (await server.ctx.points.describeLive(await idOf(projectName))).points
}

/** Waits until the project has fetched up to now. */
async function untilCollected(projectName: string): Promise<void> {
  const to = Math.floor(server.clock.now() / MINUTE) * MINUTE
  await expect
    .poll(async () => (await collectionOf(projectName)).collectedTo, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(to)
}

const untilFault = (projectName: string, fault: string | null) =>
  expect.poll(async () => (await collectionOf(projectName)).fault, { timeout: 15_000 }).toBe(fault)

const FAILING = { status: 503, body: 'no' }

describe('a project that fetches', () => {
  it('has what there is, from the step before it was added on, and every sample once', async () => {
    const projectName = await addProject()
    const before = Math.floor(server.clock.now() / MINUTE) * MINUTE - MINUTE
    for (let at = 0; at < 5; at++) {
      await pass(MINUTE)
      await untilCollected(projectName)
    }
    const steps = (Math.floor(server.clock.now() / MINUTE) * MINUTE - before) / MINUTE
    // The step before the first window is fetched again, as it may have been late
    expect([2 * steps, 2 * (steps + 1)]).toContain(await countPoints(projectName))
    const { body } = await owner.get(
      `projectData?projectName=${projectName}&from=${before}&to=${server.clock.now()}&buckets=10`,
    )
    expect(body.series.map(({ seriesId }: { seriesId: string }) => seriesId)).toEqual([
      'cpu_usage[host0:9100][node]',
      'cpu_usage[host1:9100][node]',
    ])
    const value = prometheusValue('cpu_usage', 'host0:9100', before + MINUTE)
    expect(body.series[0].max).toContain(value)
    expect(await collectionOf(projectName)).toMatchObject({ fault: null, sentence: null })
  })

  it('gets other keys without losing anything, and keeps the old ones where the new ones fail', async () => {
    const projectName = await addProject()
    await untilCollected(projectName)
    prometheus.token = 'another'
    await pass(MINUTE)
    await untilFault(projectName, 'credentials')
    const wrong = await owner.post('connection', { projectName, token: 'wrong' })
    expect([wrong.status, wrong.body.code, wrong.body.details[0].name]).toEqual([
      422,
      'CONNECTION_FAILED',
      'credentials',
    ])
    const points = await countPoints(projectName)
    const would = await owner.post('connection', { projectName, token: 'another', query: ['cpu_usage'], dryRun: true })
    expect(would.body.changes).toEqual(['token'])
    const changed = await owner.post('connection', { projectName, token: 'another' })
    expect(changed.body.changes).toEqual(['token'])
    expect(changed.body).toMatchObject({ connection: { settings: { query: ['cpu_usage'] }, secrets: ['token'] } })
    await untilFault(projectName, null)
    await untilCollected(projectName)
    expect(await countPoints(projectName)).toBe(points + 2)
  })

  it('loses a field that it can do without where it is sent empty, and no other', async () => {
    const projectName = await addProject({ tenant: 'shop', userName: 'omen', password: 'in-the-way' })
    const empty = { tenant: '', userName: '', password: '' }
    const tested = await owner.post('test-connection', { kind: 'custom', projectName, ...empty })
    expect(tested.body).toMatchObject({ success: true })
    const changed = await owner.post('connection', { projectName, ...empty })
    expect(changed.body.changes).toEqual(['password', 'tenant', 'userName'])
    const { settings, secrets } = changed.body.connection
    expect([Object.keys(settings).sort(), secrets]).toEqual([['address', 'query'], ['token']])
    for (const field of ['address', 'query']) {
      const emptied = await owner.post('connection', { projectName, [field]: field === 'query' ? [] : '' })
      expect([emptied.status, emptied.body.details[0].field]).toEqual([400, field])
    }
    expect((await owner.post('connection', { projectName, tenant: '' })).body.changes).toEqual([])
  })

  it('fetches the past, the newest first, and can be paused, resumed and cancelled', async () => {
    const projectName = await addProject({ backfillDays: 2 })
    await expect
      .poll(async () => (await collectionOf(projectName)).backfill, { timeout: 15_000 })
      .toMatchObject({ state: 'done', done: 1 })
    // The step before it was added is not of the past
    await expect.poll(() => countPoints(projectName), { timeout: 15_000 }).toBeGreaterThanOrEqual(2 * 2880)
    const again = await owner.post('backfill', { projectName, action: 'resume' })
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT'])
    prometheus.failNext(FAILING, 1000)
    await owner.post('backfill', { projectName, action: 'start', days: 3 })
    await expect
      .poll(async () => (await collectionOf(projectName)).backfill, { timeout: 10_000 })
      .toMatchObject({ state: 'running', fault: 'providerFailed' })
    const paused = await owner.post('backfill', { projectName, action: 'pause' })
    expect(paused.body.connection.collection.backfill.state).toBe('paused')
    prometheus.failNext(FAILING, 0)
    expect(
      (await owner.post('backfill', { projectName, action: 'cancel' })).body.connection.collection.backfill.state,
    ).toBe('cancelled')
    await owner.post('backfill', { projectName, action: 'start', days: 3 })
    await expect
      .poll(async () => (await collectionOf(projectName)).backfill, { timeout: 15_000 })
      .toMatchObject({ state: 'done', done: 1 })
    expect(await countPoints(projectName)).toBeGreaterThanOrEqual(2 * 4320)
  })

  it('says that the past was fetched as far back as data is kept, and no further', async () => {
    const projectName = await addProject({ backfillDays: 9, retentionDays: 1 })
    const yesterday = server.clock.now() - 24 * 60 * MINUTE
    await expect
      .poll(async () => (await collectionOf(projectName)).backfill, { timeout: 15_000 })
      .toMatchObject({ state: 'done', done: 1 })
    const { from } = (await collectionOf(projectName)).backfill
    expect(Math.abs(from - yesterday)).toBeLessThan(5 * MINUTE)
  })

  it('is removed, and asks no more', async () => {
    const projectName = await addProject()
    await untilCollected(projectName)
    await owner.post('remove-project', { projectName, confirm: projectName })
    const { calls } = prometheus
    await pass(5 * MINUTE)
    await new Promise((done) => setTimeout(done, 300))
    expect(prometheus.calls).toBe(calls)
  })
})

describe('a test of a connection', () => {
  const tryIt = (more: object = {}) => owner.post('test-connection', { kind: 'custom', ...connection(more) })

  it('answers with samples, what there is to choose, and what it costs', async () => {
    const { status, body } = await tryIt({ search: 'requests' })
    expect(status).toBe(200)
    expect(body.samples).toHaveLength(2)
    expect(body.samples[0]).toMatchObject({ name: 'cpu_usage[host0:9100][node]', value: expect.any(Number) })
    expect(body.choices).toEqual([{ field: 'query', total: 1, items: [{ id: 'requests_total', seriesCount: 2 }] }])
    expect(body.estimate).toMatchObject({ seriesCount: 2, callsPerDay: 1440 })
  })

  it('lists what there is where nothing was chosen yet; a project is not added without', async () => {
    const { body } = await tryIt({ query: undefined })
    expect(body).toMatchObject({ samples: [], choices: [{ field: 'query', total: 2 }], estimate: { callsPerDay: 0 } })
    const added = await owner.post('add-custom-project', {
      projectName: 'without',
      samplingInterval: 1,
      ...connection({ query: undefined }),
    })
    expect([added.status, added.body.details[0].field]).toEqual([400, 'query'])
  })

  it('says what is wrong, in the words of the reader, and never repeats a secret', async () => {
    const { status, body } = await tryIt({ token: 'a-wrong-token' })
    expect([status, body.code]).toEqual([422, 'CONNECTION_FAILED'])
    expect(body.message).toBe(
      'The service does not accept the keys: they are wrong, revoked or have expired. Enter new ones. It said: who are you?',
    )
    expect(JSON.stringify(body)).not.toContain('a-wrong-token')
  })

  it('refuses an address that is not allowed, by its name as well', async () => {
    for (const address of ['http://169.254.169.254/latest', 'http://[::1]:9090', 'http://127.0.0.2:9090']) {
      const { status, body } = await tryIt({ address })
      expect([address, status, body.details[0].name]).toEqual([address, 422, 'refusedAddress'])
    }
  })

  it('takes an empty field for one that is not given, and no endpoint that is no address', async () => {
    expect((await tryIt({ tenant: '', userName: '', password: '' })).status).toBe(200)
    const keys = { kind: 'datadog', apikey: 'a', appkey: 'b' }
    for (const endpoint of ['ftp://127.0.0.1', 'http://a b', 'datadog']) {
      const { status, body } = await owner.post('test-connection', { ...keys, endpoint })
      expect([endpoint, status, body.details?.[0].field]).toEqual([endpoint, 400, 'endpoint'])
    }
    const { status, body } = await owner.post('test-connection', { ...keys, endpoint: 'http://[' })
    expect([status, body.details?.[0].name]).toEqual([422, 'unreachable'])
  })

  it('names the field that is missing or belongs to another service', async () => {
    const missing = await owner.post('test-connection', { kind: 'custom', source: 'mysql', address: 'mysql://db' })
    expect([missing.status, missing.body.details[0].field]).toEqual([400, 'query'])
    const keyless = await owner.post('test-connection', { kind: 'google', 'project-id': 'p' })
    expect([keyless.status, keyless.body.details[0].field]).toEqual([400, 'filename'])
    const foreign = await tryIt({ nrql: ['SELECT 1'] })
    expect([foreign.status, foreign.body.details[0].field]).toEqual([400, 'nrql'])
    const unknown = await owner.post('test-connection', { kind: 'log', source: 'prometheus' })
    expect([unknown.status, unknown.body.details[0].field]).toEqual([400, 'source'])
  })

  it('takes the secrets of a project for what is not given', async () => {
    const projectName = await addProject()
    const { status, body } = await owner.post('test-connection', {
      kind: 'custom',
      projectName,
      query: ['requests_total'],
    })
    expect(status).toBe(200)
    expect(body.samples[0].name).toContain('requests_total')
    const other = await owner.post('test-connection', { kind: 'google', projectName })
    expect(other).toMatchObject({ status: 400, body: { details: [{ field: 'kind' }] } })
  })

  it('sends no stored secret to another address', async () => {
    const elsewhere = await startPrometheusServer({ stepMs: MINUTE })
    onTestFinished(() => elsewhere.close())
    const projectName = await addProject()
    const moved = { projectName, address: elsewhere.url }
    const asked = [
      await owner.post('test-connection', { kind: 'custom', ...moved }),
      await owner.post('connection', moved),
      await owner.post('connection', { ...moved, dryRun: true }),
    ]
    for (const answer of asked)
      expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'token', rule: 'required' }] } })
    expect(elsewhere.calls).toBe(0)
    expect((await owner.post('connection', { ...moved, token: 'for-elsewhere' })).status).toBe(200)
  })
})

it('seals secrets: none is in an answer or in the database', async () => {
  const projectName = await addProject()
  const { body } = await owner.get(`connection?projectName=${projectName}`)
  expect(body.connection).toMatchObject({ settings: { address: prometheus.url }, secrets: ['token'] })
  const [row] = await server.ctx.db
    .select()
    .from(collections)
    .where(eq(collections.sourceId, await idOf(projectName)))
  const stored = JSON.stringify({ ...row, secrets: Buffer.from(row!.secrets).toString('latin1') })
  for (const text of [JSON.stringify(body), stored]) expect(text).not.toContain(TOKEN)
})
