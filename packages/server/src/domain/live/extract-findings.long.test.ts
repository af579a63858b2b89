import type { Period } from '@omen/engine'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../../../../samples/shop/faults.ts'
import { createShop } from '../../../../../samples/shop/shop.ts'
import { findings, livePositions } from '../../schema/index.ts'
import type { LiveAnalysis } from '../../schema/wire-types.ts'
import { eventually, expectEventually } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'
import { toPeriod } from '../findings/index.ts'
import { type ProjectRow, selectProjects } from '../projects/index.ts'
import { createFindingExtractor } from './extract-findings.ts'

const STEP = 10_000
const MINUTE = 60_000
const DAY = 86_400_000
const HOUR = 60 * MINUTE
const ROWS = (12 * HOUR) / STEP

let server: TestServer
let owner: TestClient
let end: number
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
  // The quarters of an hour and the days lie the same whenever the test is run
  server.clock.advance(DAY - (server.clock.now() % DAY))
  owner = await server.signUp('owner001')
  end = server.clock.now()
  // Rows are read when all samples have been sent: they would be late otherwise
  const { points } = server.ctx
  const { readGrid } = points
  const sending = Promise.withResolvers<void>()
  points.readGrid = async (...request) => {
    await sending.promise
    return readGrid(...request)
  }
  await Promise.all([addShop('shop', {}), addShop('looser', { pvalue: 0.95 })])
  sending.resolve()
  await expectEventually(server, positions).toEqual([true, true])
})
afterAll(() => server.close())

const at = (hours: number, minutes = 0): number => end - ROWS * STEP + hours * HOUR + minutes * MINUTE

/** The same hours of the shop whenever the test runs. */
const inShop = (hours: number, minutes = 0): number => Date.UTC(2026, 0, 5, 8) + hours * HOUR + minutes * MINUTE

/** Twelve hours of the sample shop with faults in the last six, sent at once and scored. */
async function addShop(projectName: string, settings: object): Promise<void> {
  const faults: Fault[] = [
    { kind: 'cpu-hog', node: 0, from: inShop(6), to: inShop(6, 12) },
    { kind: 'memory-leak', node: 2, from: inShop(7), to: inShop(7, 40) },
    { kind: 'network-hog', node: 1, from: inShop(8, 20), to: inShop(8, 26) },
    { kind: 'instance-down', node: 3, from: inShop(9), to: inShop(9, 10) },
    { kind: 'bad-release', node: 4, from: inShop(10), to: inShop(10, 30) },
    { kind: 'disk-hog', node: 2, from: inShop(11, 50), to: inShop(13) },
  ]
  const created = await owner.post('add-custom-project', { projectName, samplingInterval: 1 / 6, ...settings })
  const sender = createTestClient(server.api, { bearer: created.body.secret })
  const shop = createShop({ seed: 7, from: inShop(0), stepMs: STEP, faults })
  const row = new Float64Array(shop.names.length)
  const metadata = shop.names.map((name) => /^(.*?)\[(.*?)\]/.exec(name)!)
  for (let sent = 0; sent < ROWS; sent += 360) {
    const points = Array.from({ length: 360 }, (_, k) => {
      shop.next(row)
      return metadata.flatMap(([, metric, instance], column) =>
        Number.isNaN(row[column]!) ? [] : { metric, instance, time: at(0) + (sent + k) * STEP, value: row[column]! },
      )
    })
    await sender.post('ingest/points', { points: points.flat() })
  }
}

const positions = async () =>
  (await server.ctx.db.select().from(livePositions)).map(({ position }) => position !== null && position >= end - STEP)

async function rowOf(name: string): Promise<ProjectRow> {
  const found = (await selectProjects(server.ctx.db)).find(({ source }) => source.name === name)
  return found!
}

/** What the detector of a project found, by start. */
async function storedPeriods({ source }: ProjectRow) {
  const stored = await server.ctx.db
    .select()
    .from(findings)
    .where(and(eq(findings.sourceId, source.id), eq(findings.type, 'period')))
    .orderBy(asc(findings.startTime), asc(findings.endTime))
  return stored.map(toPeriod)
}

/** Periods of the same rows have no order among themselves. */
const inOrder = (periods: readonly Period[]) =>
  periods.toSorted((a, b) => a.start - b.start || a.end - b.end || a.kind.localeCompare(b.kind))

/** What `found` says that does not depend on the digits of an expected value, nor on the range of a series. */
const factsOf = ({ start, end, rows, kind, isNewNormal, recoveringUntil, series, val }: Period) => ({
  start,
  end,
  rows,
  kind,
  isNewNormal,
  recoveringUntil,
  lead: series[0]!.seriesId,
  side: Math.sign(val),
})

async function extract(row: ProjectRow, wanted: { pvalue: number; cvalue: number }): Promise<Period[]> {
  const [position] = await server.ctx.db.select().from(livePositions).where(eq(livePositions.sourceId, row.source.id))
  const known = { position: position!.position!, found: [], accountId: row.source.ownerId }
  const request = { from: at(0), to: end, wanted, ...known }
  return (await createFindingExtractor().extract(server.ctx, row, request)).map(({ period }) => period)
}

/** The events of a stream, until so many have come. */
async function readEvents(path: string, count: number, onEvent: () => void): Promise<LiveAnalysis[]> {
  const gone = new AbortController()
  const headers = { Accept: 'text/event-stream', cookie: owner.cookie! }
  const response = await fetch(server.api + path, { headers, signal: gone.signal })
  const events: LiveAnalysis[] = []
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop()!
    for (const part of parts.filter((one) => one.includes('event: rows'))) {
      events.push(JSON.parse(part.slice(part.indexOf('data: ') + 6)))
      onEvent()
    }
    if (events.length >= count) break
  }
  gone.abort()
  return events
}

const live = (query: string) => owner.get(`liveAnalysis?projectName=shop&${query}`)
const whole = () => `from=${at(0)}&to=${end}`

describe('createFindingExtractor', () => {
  it('finds with the values of the project what was stored, finding by finding', async () => {
    const row = await rowOf('shop')
    const { pvalue, cvalue } = row.project
    // A row may be scored between the two
    const { extracted, stored } = await eventually(server, async () => {
      const both = {
        extracted: inOrder(await extract(row, { pvalue, cvalue })),
        stored: inOrder(await storedPeriods(row)),
      }
      expect(both.extracted.map(factsOf)).toEqual(both.stored.map(factsOf))
      return both
    })
    expect(stored.length).toBeGreaterThan(5)
    for (const [index, { val, series }] of extracted.entries()) {
      const before = stored[index]!
      expect(Math.abs(val - before.val)).toBeLessThan(0.01)
      const { usual, spread } = before.series[0]!
      // Of a range that is cut off at 0 its end alone is stored
      const digits = usual - 3 * spread > 0 ? 0.1 : 1
      expect(Math.abs(series[0]!.usual - usual)).toBeLessThan(digits * spread + 1e-9)
    }
  })
  it('finds with a looser pvalue what a project with it found, once its series have been known for some hours', async () => {
    const { cvalue } = (await rowOf('shop')).project
    const spansOf = (periods: readonly Period[]) =>
      periods.filter(({ start }) => start >= at(5)).map(({ start, rows: length }) => [start, length])
    const stored = await storedPeriods(await rowOf('looser'))
    expect(spansOf(stored).length).toBeGreaterThan(5)
    expect(spansOf(await extract(await rowOf('shop'), { pvalue: 0.95, cvalue }))).toEqual(spansOf(stored))
  })
})

describe('liveAnalysis with another sensitivity', () => {
  it('shows the findings that there would be, and says what those of the project are for', async () => {
    const own = await eventually(server, async () => {
      const { body } = await live(whole())
      const { body: same } = await live(`${whole()}&pvalue=0.99&cvalue=5`)
      expect([same.periods, same.incidents, same.stored]).toEqual([body.periods, body.incidents, undefined])
      return body
    })
    const { body: looser } = await live(`${whole()}&pvalue=0.95`)
    const { body: stricter } = await live(`${whole()}&pvalue=0.9999`)
    const { body: longer } = await live(`${whole()}&cvalue=70`)
    expect(looser).toMatchObject({ pvalue: 0.95, cvalue: 5, stored: { pvalue: 0.99, cvalue: 5 }, gaps: own.gaps })
    const counts = [looser, own, stricter, longer].map(({ periods }) => periods.length)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(new Set(counts).size).toBeGreaterThan(2)
    for (const { periods, incidents } of [looser, stricter]) {
      const ids = periods.map(({ id }: { id: string }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(incidents.flatMap(({ periodIds }: { periodIds: string[] }) => periodIds).sort()).toEqual(ids.toSorted())
    }
    expect((await live(whole())).body.periods).toEqual(own.periods)
  })
  it('finds nothing where no sample is as improbable', async () => {
    const { status, body } = await live(`from=${at(3)}&to=${at(4)}&pvalue=${1 - 1e-15}`)
    expect([status, body.periods]).toEqual([200, []])
  })
  it('keeps the id of a finding from event to event, the same as in JSON', async () => {
    const query = `span=${2 * HOUR}&pvalue=0.95`
    const { body } = await live(query)
    const open = body.periods.find(({ start }: { start: number }) => start === at(11, 50))
    const path = `liveAnalysis?projectName=shop&since=${body.position}&${query}`
    const events = await readEvents(path, 3, () => server.clock.advance(STEP))
    for (const { periods, incidents } of events) {
      expect(periods).toContainEqual(expect.objectContaining({ id: open.id, start: open.start }))
      expect(incidents.filter(({ periodIds }) => periodIds.includes(open.id))).toHaveLength(1)
    }
    expect(events.at(-1)!.position).toBeGreaterThan(body.position)
  })
  it('refuses another model than the one that the project is scored by', async () => {
    expect((await live('modelType=Holistic')).status).toBe(200)
    expect(await live('modelType=Split')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: [{ field: 'modelType' }], message: /Holistic/ },
    })
    expect(await live('modelName=other')).toMatchObject({ status: 400, body: { details: [{ field: 'modelName' }] } })
  })
  it('refuses more than a million samples, as JSON and as events', async () => {
    const long = `pvalue=0.95&span=${200 * HOUR}`
    const error = { status: 400, body: { details: [{ field: 'from' }], message: /at most 33333 sampling intervals/ } }
    expect(await live(long)).toMatchObject(error)
    expect((await live(`span=${200 * HOUR}`)).status).toBe(200)
    const headers = { Accept: 'text/event-stream', cookie: owner.cookie! }
    expect((await fetch(`${server.api}liveAnalysis?projectName=shop&${long}`, { headers })).status).toBe(400)
  })
  it('refuses a time in which the sampling interval was shorter', async () => {
    expect((await owner.patch('projects/looser', { samplingInterval: 1 })).status).toBe(200)
    const answer = await owner.get(`liveAnalysis?projectName=looser&${whole()}&pvalue=0.9`)
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'from' }], message: /was shorter/ } })
  })
})
