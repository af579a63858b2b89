import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLLECTION_CHANNEL } from '../../domain/collections/channel.ts'
import { sources } from '../../schema/index.ts'
import { type DatadogServer, startDatadogServer } from '../../testing/providers/datadog-server.ts'
import { type NewRelicServer, startNewRelicServer } from '../../testing/providers/newrelic-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const MINUTE = 60_000
const DATADOG_KEYS = { apikey: 'the-api-key-of-datadog', appkey: 'the-application-key' }
const NEWRELIC_KEYS = { apikey: 'NRAK-THE-USER-KEY', accountId: '42' }

let server: TestServer
let owner: TestClient
let datadog: DatadogServer
let newrelic: NewRelicServer

beforeAll(async () => {
  server = await startTestServer({ settings: { maxProjects: 40, outboundAllow: ['127.0.0.1'] } })
  owner = await server.signUp('owner001')
  datadog = await startDatadogServer()
  datadog.setKeys({
    ...DATADOG_KEYS,
    permissions: ['timeseries_query', 'metrics_read', 'hosts_read', 'logs_read_data'],
  })
  newrelic = await startNewRelicServer()
  newrelic.setKeys({ apikey: NEWRELIC_KEYS.apikey, accounts: [42] })
})
afterAll(async () => {
  await server.close()
  await Promise.all([datadog.close(), newrelic.close()])
})

const fieldsOf = {
  datadog: () => ({ ...DATADOG_KEYS, endpoint: datadog.url }),
  newrelic: () => ({ ...NEWRELIC_KEYS, endpoint: `${newrelic.url}/graphql` }),
}

/** Adds a project and lets four minutes pass for it. */
async function collect(kind: keyof typeof fieldsOf, more: object): Promise<{ id: string; from: number; to: number }> {
  const projectName = `${kind}-${server.clock.now()}`
  const added = await owner.post(`add-${kind}-project`, {
    projectName,
    samplingInterval: 1,
    ...fieldsOf[kind](),
    ...more,
  })
  expect(added.body).toMatchObject({ success: true, project: { kind, collection: { connector: kind } } })
  const from = Math.floor(server.clock.now() / MINUTE) * MINUTE
  server.clock.advance(4 * MINUTE)
  await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
  const to = Math.floor(server.clock.now() / MINUTE) * MINUTE
  await expect
    .poll(async () => (await owner.get(`projects/${projectName}`)).body.project.collection, { timeout: 15_000 })
    .toMatchObject({ fault: null, collectedTo: to })
  const [row] = await server.ctx.db.select().from(sources).where(eq(sources.name, projectName))
  return { id: row!.id, from, to }
}

describe('a project that fetches', () => {
  it('metrics from Datadog has each sample', async () => {
    const { id, from, to } = await collect('datadog', { query: ['avg:system.cpu.user{*} by {host}'] })
    await expectSamples(id, { from, to }, 'system.cpu.user[web2]', (time) =>
      datadog.valueAt('system.cpu.user', 'web2', time),
    )
  })

  it('logs from Datadog has each line', async () => {
    const { id, from, to } = await collect('datadog', { dataType: 'Log' })
    await expectLines(
      id,
      { from, to },
      datadog.logEvents(from, to).map(({ message }) => message),
    )
  })

  it('events from New Relic has each sample', async () => {
    const { id, from, to } = await collect('newrelic', { nrql: ['SELECT count(*) FROM Transaction FACET appName'] })
    await expectSamples(id, { from, to }, 'Transaction.count[cart]', (time) => newrelic.valueAt('count', 'cart', time))
  })

  it('logs from New Relic has each line', async () => {
    const { id, from, to } = await collect('newrelic', { dataType: 'Log' })
    await expectLines(
      id,
      { from, to },
      newrelic.logEvents(from, to).map(({ message }) => message),
    )
  })
})

describe('a test of a connection', () => {
  it.each([
    ['datadog', { metrics: ['system.load.1'] }, 'system.load.1[web1]', 'metrics'],
    ['newrelic', { nrql: ['SELECT count(*) FROM Transaction FACET appName'] }, 'Transaction.count[shop]', 'metrics'],
  ] as const)('answers with samples and what there is to choose: %s', async (kind, more, name, field) => {
    const { status, body } = await owner.post('test-connection', { kind, ...fieldsOf[kind](), ...more })
    expect(status).toBe(200)
    expect(body.samples[0]).toMatchObject({ name, value: expect.any(Number) })
    expect(body.choices[0]).toMatchObject({ field, total: 3 })
    expect(body.estimate).toMatchObject({ callsPerDay: 1440 })
  })

  it.each(['datadog', 'newrelic'] as const)('says that keys are wrong, without them: %s', async (kind) => {
    const wrong = { ...fieldsOf[kind](), apikey: 'a-wrong-key-of-mine' }
    const { status, body } = await owner.post('test-connection', { kind, ...wrong })
    expect([status, body.code, body.details[0].name]).toEqual([422, 'CONNECTION_FAILED', 'credentials'])
    expect(JSON.stringify(body)).not.toContain('a-wrong-key-of-mine')
  })
})

interface Span {
  readonly from: number
  readonly to: number
}

async function expectSamples(id: string, { from, to }: Span, series: string, valueAt: (time: number) => number) {
  const [row] = await server.ctx.db.select({ name: sources.name }).from(sources).where(eq(sources.id, id))
  const { body } = await owner.get(`projectData?projectName=${row!.name}&from=${from}&to=${to}&buckets=1000`)
  const found = body.series.find(({ seriesId }: { seriesId: string }) => seriesId === series)
  const times = Array.from({ length: (to - from) / MINUTE }, (_, at) => from + at * MINUTE)
  expect(found.max.filter((value: number | null) => value !== null)).toEqual(times.map(valueAt))
}

async function expectLines(id: string, span: Span, lines: readonly string[]) {
  expect(lines.length).toBeGreaterThan(10)
  const page = await server.ctx.points.readLogs(id, span, {}, 1000)
  expect(page.lines.map(({ line }) => line)).toEqual(lines)
}
