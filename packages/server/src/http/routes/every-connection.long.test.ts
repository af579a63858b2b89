import { kindOfConnector } from '@omen/sdk/connectors'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLLECTION_CHANNEL } from '../../domain/collections/channel.ts'
import { series, sources } from '../../schema/index.ts'
import type { CollectionFault } from '../../schema/wire-types.ts'
import type { Provider } from '../../testing/providers/connected/provider.ts'
import { hasOpenSearch, startRealOpenSearch } from '../../testing/providers/connected/real-opensearch.ts'
import {
  type RealProvider,
  startRealInflux,
  startRealPrometheus,
} from '../../testing/providers/connected/real-providers.ts'
import { type Providers, startable, startProviders } from '../../testing/providers/connected/start-providers.ts'
import { hasInflux } from '../../testing/start-influx.ts'
import { hasPrometheus } from '../../testing/start-prometheus.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'

const MINUTE = 60_000
const PATIENCE = { timeout: 15_000 }

type Fetched = Provider | RealProvider

let server: TestServer
let owner: TestClient
let providers: Providers

beforeAll(async () => {
  providers = await startProviders()
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'], logFolders: [providers.logs] } })
  owner = await server.signUp('owner001')
})
afterAll(async () => {
  await server.close()
  await providers.close()
})

async function addProject(provider: Fetched): Promise<string> {
  const { connector, dataType, settings, secrets } = provider
  const projectName = `of-${connector}-${server.clock.now()}`
  provider.setTime(server.clock.now())
  const kind = kindOfConnector(connector)
  const source = kind === connector ? { dataType } : { source: connector }
  const { filename, ...others } = secrets
  const keyFile = filename !== undefined && { filename: await storeText(owner, 'key.json', filename) }
  const body = { projectName, samplingInterval: 1, ...source, ...settings, ...others, ...keyFile }
  const { body: answer } = await owner.post(`add-${kind}-project`, body)
  expect(answer).toMatchObject({ success: true })
  return projectName
}

/** When time was last let pass: the real one goes on meanwhile. */
let passedAt = 0

/** Lets time pass for the server and for what it fetches from, and lets it look. */
async function pass(provider: Fetched, ms: number): Promise<void> {
  server.clock.advance(ms)
  passedAt = server.clock.now()
  provider.setTime(passedAt)
  await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
}

async function collectionOf(projectName: string) {
  return (await owner.get(`projects/${projectName}`)).body.project.collection
}

const untilFault = (projectName: string, fault: CollectionFault | null) =>
  expect.poll(async () => (await collectionOf(projectName)).fault, PATIENCE).toBe(fault)

async function untilCollected(projectName: string): Promise<void> {
  const to = Math.floor(server.clock.now() / MINUTE) * MINUTE
  await expect.poll(async () => (await collectionOf(projectName)).collectedTo, PATIENCE).toBeGreaterThanOrEqual(to)
  await untilFault(projectName, null)
}

/** Lets time pass, minute by minute, until the project fetches again. */
async function recover(provider: Fetched, projectName: string): Promise<void> {
  for (let at = 0; at < 15; at++) {
    const { nextAt, fault } = await collectionOf(projectName)
    if (fault === null) break
    await pass(provider, MINUTE)
    if (nextAt <= server.clock.now()) await untilFault(projectName, null)
  }
  await untilCollected(projectName)
}

interface Entry {
  readonly time: number
  /** All of it, so that two of the same are one twice. */
  readonly text: string
}

const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => a.time - b.time || (a.text < b.text ? -1 : 1))

async function stored({ dataType }: Fetched, projectName: string): Promise<Entry[]> {
  const { db, points } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, projectName))
  const span = { from: 0, to: server.clock.now() + MINUTE }
  if (dataType === 'Log') {
    const { lines } = await points.readLogs(source!.id, span, {}, 100_000)
    return inOrder(lines.map(({ time, line }) => ({ time, text: line })))
  }
  const rows = await db.select().from(series).where(eq(series.sourceId, source!.id))
  const ids = new Map(rows.map(({ number, seriesId }) => [number, seriesId]))
  const { times, values, ...found } = (await points.readLive(source!.id, [...ids.keys()], span, 100_000))!
  return inOrder(Array.from(times, (time, at) => ({ time, text: `${ids.get(found.series[at]!)} ${values[at]}` })))
}

/** What the service itself has, read in one go. */
async function held({ connector, dataType, settings, secrets }: Fetched, from: number, to: number): Promise<Entry[]> {
  const { filename, ...others } = secrets
  const keys = { ...others, ...(filename !== undefined && { serviceAccount: filename }) }
  const collector = server.ctx.openCollector({ connector, dataType, settings, secrets: keys }, MINUTE)
  const entries: Entry[] = []
  const never = new AbortController().signal
  const longest = collector.traits.isFollowing ? to : collector.traits.maxWindowSteps * MINUTE
  for (let start = collector.traits.isFollowing ? 0 : from; start < to; start += longest) {
    const window = { from: start, to: Math.min(to, start + longest), stepMs: MINUTE }
    for await (const { series: found = [], lines = [] } of collector.collect(window, undefined, never))
      entries.push(
        ...found.flatMap(({ series: { id }, times, values }) =>
          times.map((time, at) => ({ time, text: `${id} ${values[at]}` })),
        ),
        ...lines.map(({ time, line }) => ({ time, text: line })),
      )
  }
  await collector.close()
  return inOrder(entries.filter(({ time }) => time >= from && time < to))
}

/** Whole minutes since the project was added: each as full as the others, and exactly what the service has. */
async function expectEverySampleOnce(provider: Fetched, projectName: string, minutes: number): Promise<void> {
  const to = Math.floor(passedAt / MINUTE) * MINUTE
  const found = await stored(provider, projectName)
  const from = Math.ceil(found[0]!.time / MINUTE) * MINUTE
  expect((to - from) / MINUTE).toBeGreaterThanOrEqual(minutes)
  const within = found.filter(({ time }) => time >= from && time < to)
  const counts = new Map<number, number>()
  for (const { time } of within) counts.set(Math.floor(time / MINUTE), (counts.get(Math.floor(time / MINUTE)) ?? 0) + 1)
  expect([counts.size, new Set(counts.values()).size]).toEqual([(to - from) / MINUTE, 1])
  expect(within).toEqual(await held(provider, from, to))
}

/** Ten minutes in which the service cannot be reached. */
async function cutOff(provider: Fetched, projectName: string): Promise<void> {
  const fault = await provider.disconnect()
  await pass(provider, MINUTE)
  await untilFault(projectName, fault)
  const { faultSince, sentence } = await collectionOf(projectName)
  expect(sentence).not.toBe('')
  for (let at = 1; at < 10; at++) await pass(provider, MINUTE)
  const nextAt = async () => (await collectionOf(projectName)).nextAt
  await expect.poll(nextAt, PATIENCE).toBeGreaterThan(server.clock.now())
  expect(await collectionOf(projectName)).toMatchObject({ fault, faultSince })
  await provider.reconnect()
  await recover(provider, projectName)
}

/** The service wants to be asked less: it is left alone until the time that it says. */
async function throttle(provider: Provider, projectName: string): Promise<void> {
  const fault = await provider.refuse()
  await pass(provider, MINUTE)
  await untilFault(projectName, fault)
  const { nextAt } = await collectionOf(projectName)
  expect(nextAt).toBeGreaterThan(server.clock.now())
  if (provider.wire) {
    // All of them say two minutes
    expect(nextAt - server.clock.now()).toBeGreaterThan(110_000)
    const { calls } = provider.wire
    await pass(provider, MINUTE)
    await new Promise((done) => setTimeout(done, 200))
    expect(provider.wire.calls).toBe(calls)
  }
  await provider.accept()
  await recover(provider, projectName)
}

async function remove(provider: Fetched, projectName: string): Promise<void> {
  const { body } = await owner.post('remove-project', { projectName, confirm: projectName })
  expect(body).toMatchObject({ success: true })
  const calls = 'wire' in provider && provider.wire?.calls
  await pass(provider, 3 * MINUTE)
  await new Promise((done) => setTimeout(done, 200))
  expect('wire' in provider && provider.wire?.calls).toBe(calls)
}

describe.each(startable)('a project that fetches from %s', (connector) => {
  it('is throttled, is cut off for ten minutes, and has every sample once', async () => {
    const provider = providers.of(connector)
    const projectName = await addProject(provider)
    await pass(provider, MINUTE)
    await untilCollected(projectName)
    await throttle(provider, projectName)
    await cutOff(provider, projectName)
    await expectEverySampleOnce(provider, projectName, 11)
    await remove(provider, projectName)
  })
})

describe.each([
  ['Prometheus', hasPrometheus, startRealPrometheus],
  ['InfluxDB', hasInflux, startRealInflux],
  ['OpenSearch', hasOpenSearch, startRealOpenSearch],
] as const)('a project that fetches from a real %s', (_, isThere, start) => {
  it.skipIf(!isThere())(
    'has every sample once after it was stopped for ten minutes',
    async () => {
      const provider = await start()
      const projectName = await addProject(provider)
      await pass(provider, MINUTE)
      await untilCollected(projectName)
      await cutOff(provider, projectName)
      await expectEverySampleOnce(provider, projectName, 11)
      await remove(provider, projectName)
      await provider.close()
    },
    60_000,
  )
})
