import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { series, sources } from '../../schema/index.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'
import { detect, storeText, train } from '../../testing/uploads.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const STEP = 5 * 60_000

let server: TestServer
let owner: TestClient
let now: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
  // Just after a step, so that none ends while the tests run
  server.clock.advance(STEP - (server.clock.now() % STEP))
  now = Math.floor(server.clock.now() / STEP) * STEP
})
afterAll(() => server.close())

/** The same for the same row and column, from -1 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}

type Value = (instance: number, time: number) => number | undefined

/** A project of some instances with samples of so many hours up to now. */
async function addProject(projectName: string, hours: number, metrics: Record<string, Value>, instances = 6) {
  const { body } = await owner.post('add-custom-project', { projectName, samplingInterval: STEP / 60_000 })
  const sender = createTestClient(server.api, { bearer: body.secret })
  const rows = Math.round((hours * HOUR) / STEP)
  const points = Object.entries(metrics).flatMap(([metric, sample], index) =>
    Array.from({ length: instances }, (_, instance) =>
      Array.from({ length: rows }, (_, row) => {
        const time = now - (rows - 1 - row) * STEP
        const value = sample(instance, time)
        return value === undefined
          ? []
          : [{ metric, instance: `node${instance + 1}`, time, value: value + noise(row, 10 * index + instance) }]
      }).flat(),
    ).flat(),
  )
  for (let from = 0; from < points.length; from += 5000)
    await sender.post('ingest/points', { points: points.slice(from, from + 5000) })
}

const load: Value = (_, time) => 50 + 20 * Math.sin((2 * Math.PI * time) / DAY)
const lately = (time: number): boolean => time > now - 3 * HOUR && time <= now - HOUR
const ask = (query: string) => owner.get(`cloudOutlierDetection?${query}`)
const check = (query: string, headers?: Record<string, string>) => owner.get(`cloudRolloutCheck?${query}`, headers)

describe('cloudOutlierDetection', () => {
  beforeAll(async () => {
    // node6 always runs 30 higher and follows the load twice as far
    const cpu: Value = (instance, time) => {
      const base = load(instance, time)!
      if (instance === 5) return 80 + 2 * (base - 50)
      return instance === 1 && lately(time) ? base + 8 : base
    }
    await addProject('fleet', 48, { cpu, memory: () => 40, odd: (instance) => (instance < 2 ? 1 : undefined) })
  })

  it('finds the instance that left its peers, and takes one that is always larger for none', async () => {
    const { status, body } = await ask('projectName=fleet')
    expect(status).toBe(200)
    expect(body).toMatchObject({ to: now, stepMs: STEP, seriesTotal: 14, seriesCompared: 14 })
    expect(body.pastFrom).toBeLessThan(body.from)
    expect(body.groups.map((group: { metric: string; kind: string }) => [group.metric, group.kind])).toEqual([
      ['cpu', 'compared'],
      ['memory', 'compared'],
      ['odd', 'insufficient'],
    ])
    const [cpu, memory, odd] = body.groups
    expect([cpu.outliers, memory.outliers, odd.need, odd.got]).toEqual([1, 0, 3, 2])
    const [worst] = cpu.members
    expect(worst).toMatchObject({ instance: 'node2', spans: [{ side: 1 }] })
    expect(worst.distance).toBeGreaterThan(5)
    expect(worst.share).toBeCloseTo(24 / 289, 1)
    expect(Math.abs(worst.spans[0].start - (now - 3 * HOUR))).toBeLessThanOrEqual(2 * STEP)
    expect(Math.abs(worst.spans[0].end - (now - HOUR))).toBeLessThanOrEqual(2 * STEP)
    const large = cpu.members.find(({ instance }: { instance: string }) => instance === 'node6')
    expect(large.usual.offset).toBeGreaterThan(20)
    expect(large.usual.slope).toBeGreaterThan(1.6)
  })

  it('takes the larger one for an outlier where no past is wanted', async () => {
    const { body } = await ask('projectName=fleet&past=0&metric=cpu')
    expect(body.pastFrom).toBe(null)
    const off = body.groups[0].members.filter(({ spans }: { spans: object[] }) => spans.length > 0)
    expect(off.map(({ instance }: { instance: string }) => instance)).toContain('node6')
  })

  it('gives the lines of the worst group, or of the one asked for, with the band and where an outlier is expected', async () => {
    const { shown } = (await ask('projectName=fleet&buckets=50')).body
    expect(shown).toMatchObject({ metric: 'cpu', bucketMs: 6 * STEP, linesTotal: 6 })
    expect(shown.times.length).toBeLessThanOrEqual(50)
    const [first, second] = shown.lines
    expect([first.instance, first.outlier, second.outlier]).toEqual(['node2', true, false])
    expect(first.expected.low).toHaveLength(shown.times.length)
    expect(second.expected).toBeUndefined()
    for (const band of shown.bands) expect(band.low[3]).toBeLessThan(band.high[3])
    expect((await ask('projectName=fleet&show=memory')).body.shown.metric).toBe('memory')
  })

  it('finds less with a higher tolerance or more members', async () => {
    expect((await ask('projectName=fleet&tolerance=50')).body.groups[0].outliers).toBe(0)
    const { groups } = (await ask('projectName=fleet&minMembers=7')).body
    expect(groups.map(({ kind }: { kind: string }) => kind)).toEqual(['insufficient', 'insufficient', 'insufficient'])
  })

  it('gives a map of the states of each instance, those that differ most first', async () => {
    const { states } = (await ask('projectName=fleet&states=true')).body
    expect(states).toMatchObject({ kind: 'compared', metrics: ['cpu', 'memory'], without: [] })
    expect([states.mean.length, states.members.length, states.members[0].hits.length]).toEqual([1024, 6, 1024])
    const distances = states.members.map(({ distance }: { distance: number }) => distance)
    expect(distances).toEqual(distances.toSorted((a: number, b: number) => b - a))
  })

  it('compares counters by their increase', async () => {
    const counter: Value = (instance, time) =>
      1e6 * instance +
      (10 * (time - now + 48 * HOUR)) / 1000 +
      (instance === 3 && time > now - 2 * HOUR ? (20 * (time - now + 2 * HOUR)) / 1000 : 0)
    await addProject('counted', 48, { bytes: counter })
    const [source] = await server.ctx.db.select().from(sources).where(eq(sources.name, 'counted'))
    await server.ctx.db.update(series).set({ isRate: true }).where(eq(series.sourceId, source!.id))
    const { groups, shown } = (await ask('projectName=counted')).body
    expect(groups[0].members[0]).toMatchObject({ instance: 'node4', spans: [{ side: 1 }] })
    expect(groups[0].outliers).toBe(1)
    expect(shown.lines[0].max.at(-2)).toBeCloseTo(30, 0)
  })

  it('compares the instances of an uploaded file', async () => {
    const filename = await storeText(owner, 'fleet.csv', sampleTable({ rows: 300, nodes: 5, trouble: [100, 160] }))
    const { body } = await ask(`filename=${filename}`)
    expect(body).toMatchObject({ from: SAMPLE_START, pastFrom: null, stepMs: SAMPLE_STEP_MS })
    const [worst] = body.groups[0].members
    expect(worst).toMatchObject({ instance: 'node2', spans: [{ start: SAMPLE_START + 100 * SAMPLE_STEP_MS }] })
    const later = await ask(`filename=${filename}&from=${SAMPLE_START + 90 * SAMPLE_STEP_MS}`)
    expect(later.body.pastFrom).toBe(SAMPLE_START)
    expect((await (await server.signUp('stranger')).get(`cloudOutlierDetection?filename=${filename}`)).status).toBe(404)
  })

  it('compares the last 31 days of a longer file, as they ran beside the days before', async () => {
    const table = sampleTable({ rows: 40 * 24, nodes: 4, stepMs: HOUR, trouble: [900, 920] })
    const last = SAMPLE_START + (40 * 24 - 1) * HOUR
    const { body } = await ask(`filename=${await storeText(owner, 'long.csv', table)}`)
    expect(body).toMatchObject({ from: last - 31 * DAY, to: last, pastFrom: last - 38 * DAY })
    expect(body.groups[0].members[0]).toMatchObject({ instance: 'node2', spans: [{ rows: 20 }] })
  })

  it('answers for a project without samples, with one instance and with constants', async () => {
    await owner.post('add-custom-project', { projectName: 'empty', samplingInterval: 5 })
    expect((await ask('projectName=empty')).body).toMatchObject({ groups: [], seriesTotal: 0 })
    await addProject('alone', 2, { cpu: load }, 1)
    const alone = (await ask('projectName=alone&states=true')).body
    expect(alone.groups).toMatchObject([{ kind: 'insufficient', got: 1 }])
    expect(alone.states).toMatchObject({ kind: 'insufficient', need: 3 })
    expect(alone.shown).toBeUndefined()
    await addProject('still', 2, { cpu: () => 7 })
    expect((await ask('projectName=still')).body.groups[0].outliers).toBe(0)
  })

  it('refuses what it cannot compare, and says why in both languages', async () => {
    const refused = async (query: string, field: string): Promise<string> => {
      const { status, body } = await ask(query)
      expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field])
      return body.message
    }
    await refused('', 'projectName')
    await refused('projectName=fleet&filename=abcdefgh', 'projectName')
    expect(await refused('projectName=fleet&metric=disk', 'metric')).toContain('No series reports such a metric')
    await refused(`projectName=fleet&from=${now}&to=${now - HOUR}`, 'from')
    await refused(`projectName=fleet&from=${now - 40 * DAY}&to=${now}`, 'from')
    await refused('projectName=fleet&tolerance=0', 'tolerance')
    await refused('projectName=fleet&minMembers=2', 'minMembers')
    const chinese = await owner.get('cloudOutlierDetection?projectName=fleet&metric=disk', {
      'Accept-Language': 'zh-CN',
    })
    expect(chinese.body.message).toContain('没有序列上报该指标')
    expect((await ask('projectName=nobody')).status).toBe(404)
    expect((await ask('filename=f_0123456789')).status).toBe(404)
    const log = await storeText(owner, 'app.log', '2026-10-01 00:00:00 started\n2026-10-01 00:00:01 ready\n')
    expect((await ask(`filename=${log}`)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('cloudRolloutCheck', () => {
  const at = () => now - 6 * HOUR
  beforeAll(async () => {
    const latency: Value = (instance, time) => 100 + (instance < 2 && time >= at() ? 8 : 0)
    const traffic: Value = (_, time) => 50 + (time >= at() ? 8 : 0)
    await addProject('released', 48, { latency, requests: traffic, memory: () => 40 }, 4)
  })

  const lengthOf = ({ start, end }: { start: number; end: number }) => end - start

  it('says worse with the metrics behind it, their intervals and probabilities', async () => {
    const { status, body } = await check(`projectName=released&at=${at()}&earlierWeeks=0`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ verdict: 'worse', instances: ['node1', 'node2', 'node3', 'node4'], seriesTotal: 12 })
    expect(body.sentence).toMatch(/^Worse in 1 of 3 metrics: latency rose by [\d.]+ \(\+[\d.]+ %\)\.$/)
    expect(body.reasons[0]).toMatch(/95 % between \+[\d.]+ and \+[\d.]+; .* p < 0\.001, without a control\.$/)
    const [latency, requests, memory] = body.findings
    expect([latency.metric, requests.verdict, memory.verdict]).toEqual(['latency', 'changed', 'no-change'])
    expect(latency.shift.low).toBeGreaterThan(2)
    expect(latency.shift.high).toBeLessThan(9)
    expect(latency).toMatchObject({ regressionDirection: 'up', control: 'none' })
    expect(lengthOf(body.before)).toBe(lengthOf(body.after))
  })

  it('takes away what the control instances did', async () => {
    const { body } = await check(`projectName=released&at=${at()}&instances=node1&instances=node2`)
    expect(
      body.findings.map((one: { metric: string; verdict: string; control: string }) => [
        one.metric,
        one.verdict,
        one.control,
      ]),
    ).toEqual([
      ['latency', 'worse', 'instances'],
      ['requests', 'no-change', 'instances'],
      ['memory', 'no-change', 'instances'],
    ])
    expect(body.findings[0].controls).toEqual(['latency[node3]', 'latency[node4]'])
    expect(lengthOf(body.before)).toBe(24 * HOUR)
    expect((await check(`projectName=released&at=${at()}&control=node1`)).body.findings[0].series).not.toContain(
      'latency[node1]',
    )
  })

  it('compares with the same hours of earlier days where there are no weeks', async () => {
    const { body } = await check(`projectName=released&at=${at()}&before=${3 * HOUR}`)
    expect(body.findings[0]).toMatchObject({ metric: 'latency', control: 'days', verdict: 'worse' })
    expect(body.shown.controls.map(({ ago }: { ago: number }) => ago)).toEqual([1])
  })

  it('gives the lines and densities of the worst metric, or of the one asked for', async () => {
    const { shown } = (await check(`projectName=released&at=${at()}&earlierWeeks=0&buckets=40`)).body
    expect(shown).toMatchObject({ metric: 'latency', control: 'none', controls: [] })
    expect(shown.times.length).toBeLessThanOrEqual(40)
    expect(shown.values.min).toHaveLength(shown.times.length)
    expect(shown.density.at).toHaveLength(120)
    const peak = (density: number[]) => shown.density.at[density.indexOf(Math.max(...density))]
    expect(peak(shown.density.after)).toBeGreaterThan(peak(shown.density.before) + 2)
    expect((await check(`projectName=released&at=${at()}&show=memory`)).body.shown.metric).toBe('memory')
  })

  it('lets the caller say which way a metric gets worse, and answers in Chinese', async () => {
    const query = `projectName=released&at=${at()}&earlierWeeks=0`
    expect((await check(`${query}&metric=requests`)).body.verdict).toBe('changed')
    expect((await check(`${query}&metric=requests&badUp=requests`)).body.verdict).toBe('worse')
    expect((await check(`${query}&metric=requests&badDown=requests`)).body.verdict).toBe('better')
    const { body } = await check(query, { 'Accept-Language': 'zh-CN' })
    expect(body.sentence).toMatch(/^3 个指标中有 1 个变差：latency 上升/)
    expect(body.reasons[0]).toContain('没有对照')
  })

  it('says that there is not enough data', async () => {
    const { body } = await check(`projectName=released&at=${now - 2 * STEP}&after=${2 * STEP}&earlierWeeks=0`)
    expect(body.verdict).toBe('insufficient')
    expect(body.sentence).toMatch(/^Not enough data: /)
  })

  it('takes a project without any sample for not enough data', async () => {
    const added = await owner.post('add-custom-project', { projectName: 'unfed', samplingInterval: 1 })
    expect(added.body.success, JSON.stringify(added.body)).toBe(true)
    const { status, body } = await check(`projectName=unfed&at=${now - HOUR}&instances=node1`)
    expect([status, body.verdict, body.findings, body.seriesTotal]).toEqual([200, 'insufficient', [], 0])
    expect(body.before.start).toBeLessThan(body.before.end)
    expect(body.sentence).not.toBe('')
  })

  it('checks an uploaded file and a detection', async () => {
    const rows = 300
    const table = sampleTable({ rows, trouble: [150, rows] })
    const filename = await storeText(owner, 'release.csv', table)
    const time = SAMPLE_START + 150 * SAMPLE_STEP_MS
    expect((await check(`filename=${filename}&at=${time}`)).body.findings[0].metric).toBe('cpu')
    await train(owner, 'checked', sampleTable({ rows: 400 }), { modelType: 'Split' })
    const detected = (await detect(owner, 'checked', table)).body
    const { body } = await check(`detectionId=${detected.job.result.detectionId}&at=${time}&instances=node2`)
    expect(body).toMatchObject({ verdict: 'worse', findings: [{ metric: 'cpu', control: 'instances' }, {}] })
    const outliers = (await ask(`detectionId=${detected.job.result.detectionId}&metric=cpu`)).body
    expect(outliers.groups[0].members[0]).toMatchObject({ instance: 'node2' })
  })

  it('refuses what it cannot check, and says why', async () => {
    const refused = async (query: string, field: string): Promise<string> => {
      const { status, body } = await check(query)
      expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field])
      return body.message
    }
    await refused('projectName=released', 'at')
    expect(await refused(`projectName=released&at=${now + HOUR}`, 'at')).toContain('There are samples from')
    expect(await refused(`projectName=released&at=${at()}&instances=node9`, 'instances')).toContain("'node9'")
    await refused(`projectName=released&at=${at()}&instances=node1&control=node1`, 'control')
    await refused(`projectName=released&at=${at()}&${[1, 2, 3, 4].map((k) => `control=node${k}`).join('&')}`, 'control')
    await refused(`projectName=released&at=${at()}&metric=disk`, 'metric')
    await refused(`projectName=released&at=${at()}&earlierWeeks=5`, 'earlierWeeks')
    expect((await check(`projectName=nobody&at=${at()}`)).status).toBe(404)
  })
})
