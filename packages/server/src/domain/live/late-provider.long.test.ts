import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Collector, CollectorError, type CollectWindow } from '../../ports/collector.ts'
import type { GapDetail } from '../../schema/findings.ts'
import { collections, findings, sources } from '../../schema/index.ts'
import { advance, pass } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { COLLECTION_CHANNEL } from '../collections/channel.ts'
import { sealSecrets } from '../collections/connection-row.ts'
import type { Context } from '../context.ts'

const MINUTE = 60_000

/** A service whose samples appear some minutes after their time, of each metric as many as it says. */
interface LateProvider {
  readonly lateMinutes: Readonly<Record<string, number>>
  isAway: boolean
  /** What it has no samples of, from this time on. */
  silent: { readonly metric: string; readonly from: number } | undefined
}

let server: TestServer
let owner: TestClient
const providers = new Map<unknown, LateProvider>()
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
  owner = await server.signUp('owner001')
  const openCollector: Context['openCollector'] = ({ settings }) => collectorOf(providers.get(settings.name)!)
  Object.assign(server.ctx, { openCollector })
}, 60_000)
afterAll(() => server.close())

/** Answers metric by metric, as services do that take one at a time. */
function collectorOf(provider: LateProvider): Collector {
  const unused = (): never => {
    throw new Error('unused')
  }
  return {
    traits: { lateMs: 10 * MINUTE, maxWindowSteps: 1440 },
    test: unused,
    choices: unused,
    estimate: unused,
    async *collect(window) {
      if (provider.isAway) throw new CollectorError('unreachable')
      for (const metric of Object.keys(provider.lateMinutes)) {
        yield { series: [samplesOf(provider, metric, window)] }
        await server.clock.sleep(30)
      }
    },
    close: async () => {},
  }
}

function samplesOf({ lateMinutes, silent }: LateProvider, metric: string, { from, to }: CollectWindow) {
  const known = server.clock.now() - lateMinutes[metric]! * MINUTE
  const end = Math.min(to, known, silent?.metric === metric ? silent.from : Number.POSITIVE_INFINITY)
  const times = Array.from({ length: Math.max(0, Math.ceil((end - from) / MINUTE)) }, (_, at) => from + at * MINUTE)
  const values = times.map((time) => 50 + 3 * Math.sin(time / 97_003) + 2 * Math.sin(time / 7919))
  const id = `${metric}@host1`
  return { series: { id, metric, instance: 'host1', component: '' }, times, values }
}

/** Two seconds after a full minute: of a project that was added then, the first look comes before what is fetched first. */
async function addProject(name: string, lateMinutes: LateProvider['lateMinutes']) {
  await advance(server, MINUTE - ((server.clock.now() - 2000) % MINUTE))
  const provider: LateProvider = { lateMinutes, isAway: false, silent: undefined }
  providers.set(name, provider)
  await owner.post('add-custom-project', { projectName: name, samplingInterval: 1 })
  const { db, clock } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, name))
  const now = clock.now()
  await db.insert(collections).values({
    sourceId: source!.id,
    connector: 'prometheus' as const,
    settings: { name },
    secrets: sealSecrets(server.ctx, source!.id, {}),
    collectedTo: Math.floor(now / MINUTE) * MINUTE - 90 * MINUTE,
    nextAt: now,
    backfillNextAt: now,
  })
  return { sourceId: source!.id, provider }
}

/** Fetching, metric by metric, and the looks of detection after it. */
const WORK_MS = 800

/** Lets minutes pass, each with what is fetched in it; resolves with the gaps that stand at the end of any of them. */
async function passMinutes(sourceId: string, minutes: number): Promise<string[]> {
  const told: string[] = []
  for (let at = 0; at < minutes; at++) {
    await advance(server, MINUTE - WORK_MS)
    await server.ctx.notifications.publish(COLLECTION_CHANNEL, '')
    await pass(server, WORK_MS)
    expect(await isCollected(sourceId)).toBe(true)
    told.push(...(await gapsOf(sourceId)))
  }
  return [...new Set(told)]
}

/** Whether nothing is due to be fetched; after a failure nothing is for a while. */
async function isCollected(sourceId: string): Promise<boolean> {
  const [row] = await server.ctx.db.select().from(collections).where(eq(collections.sourceId, sourceId))
  return row!.nextAt > server.clock.now()
}

/** Gaps: the series without values, and whether it continues. */
async function gapsOf(sourceId: string): Promise<string[]> {
  const found = await server.ctx.db.select().from(findings).where(eq(findings.sourceId, sourceId))
  return found
    .filter(({ type }) => type === 'gap')
    .map(({ detail, endTime }) => `${(detail as GapDetail).seriesIds.join(' ')} ${endTime === null ? 'open' : 'over'}`)
}

describe('a provider whose samples are late, of one metric later than of another', () => {
  it('is not silent; a metric that stops is', { timeout: 300_000 }, async () => {
    const { sourceId, provider } = await addProject('late', { cpu: 5, memory: 5, disk: 2, network: 7 })
    const reads = vi.spyOn(server.ctx.points, 'readGrid')
    expect(await passMinutes(sourceId, 15)).toEqual([])
    // What is read to see how late the service is is scored as well
    expect(reads.mock.calls.length).toBeLessThanOrEqual(15 + 2)
    provider.silent = { metric: 'disk', from: server.clock.now() - 2 * MINUTE }
    expect(await passMinutes(sourceId, 15)).toEqual(['disk@host1 open'])
  })

  it('is silent as a whole while it is away, and was not once it has given what was missed', {
    timeout: 300_000,
  }, async () => {
    const { sourceId, provider } = await addProject('away', { cpu: 0, memory: 0, disk: 1 })
    expect(await passMinutes(sourceId, 5)).toEqual([])
    provider.isAway = true
    expect(await passMinutes(sourceId, 12)).toEqual(['cpu@host1 memory@host1 disk@host1 open'])
    provider.isAway = false
    await passMinutes(sourceId, 20)
    expect(await gapsOf(sourceId)).toEqual([])
  })
})
