import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding, Incident } from '../../schema/wire-types.ts'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, train } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let other: TestClient
let id: string
const ROWS = 300
const START = SAMPLE_START + 400 * SAMPLE_STEP_MS
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('detector')
  other = await server.signUp('stranger')
  await train(owner, 'base', sampleTable({ rows: 400 }))
  const { body } = await detect(owner, 'base', sampleTable({ rows: ROWS, start: START, trouble: [120, 132] }))
  id = body.job.result.detectionId
})
afterAll(() => server.close())

const at = (row: number): number => START + row * SAMPLE_STEP_MS
interface Line {
  seriesId: string
  min: (number | null)[]
  max: (number | null)[]
  count: number[]
  score: (number | null)[]
  flagged: { time: number; value: number; val: number }[]
}

describe('GET detections/{id}', () => {
  it('names the parameters of the run only where the findings are those of others', async () => {
    const read = async (query: string): Promise<unknown> =>
      (await owner.get(`detections/${id}${query}`)).body.detection.stored
    expect(await read('')).toBeUndefined()
    expect(await read('?pvalue=0.99&cvalue=5')).toBeUndefined()
    expect(await read('?cvalue=6')).toEqual({ pvalue: 0.99, cvalue: 5 })
  })
})

describe('GET detections/{id}/incidents/{incidentId}', () => {
  const linked = async (): Promise<Incident> => (await owner.get(`detections/${id}`)).body.detection.incidents[0]

  it('answers the incident of a link', async () => {
    const incident = await linked()
    expect((await owner.get(`detections/${id}/incidents/${incident.id}`)).body).toEqual({ success: true, incident })
  })

  it('answers the only one of that time where another sensitivity made it longer or shorter', async () => {
    const { start: from, end } = await linked()
    const shorter = `anomaly-${(from + SAMPLE_STEP_MS).toString(36)}-${end.toString(36)}`
    const { body } = await owner.get(`detections/${id}/incidents/${shorter}`)
    expect(body.incident).toMatchObject({ start: from, end })
  })

  it('says that a less sensitive view has no such incident, and with which parameters it is there', async () => {
    const incident = await linked()
    const { status, body } = await owner.get(`detections/${id}/incidents/${incident.id}?cvalue=200`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, code: 'INCIDENT_DISSOLVED' })
    expect(body.details).toEqual([{ field: 'pvalue', message: 'The detection was run with pvalue 0.99 and cvalue 5.' }])
  })

  it('names the incidents of that time where there are several', async () => {
    const all = `anomaly-${START.toString(36)}-${at(ROWS).toString(36)}`
    const { body } = await owner.get(`detections/${id}/incidents/${all}?pvalue=0.8&cvalue=1`)
    expect(body.code).toBe('INCIDENT_DISSOLVED')
    expect(body.details.length).toBeGreaterThan(2)
    expect(body.details[0]).toMatchObject({ field: 'incidentId', name: expect.stringMatching(/^anomaly-/) })
  })

  it('knows neither what is no id nor what belongs to others', async () => {
    expect((await owner.get(`detections/${id}/incidents/nonsense`)).body.code).toBe('NOT_FOUND')
    expect((await other.get(`detections/${id}/incidents/nonsense`)).body.code).toBe('NOT_FOUND')
    expect((await other.get(`detections/${id}/incidents/${(await linked()).id}`)).body.code).toBe('NOT_FOUND')
  })
})

describe('GET detections/{id}', () => {
  it('has periods with number, sentence and shares that add up to one', async () => {
    const { detection } = (await owner.get(`detections/${id}`)).body
    expect(detection.periods.length).toBeGreaterThan(0)
    expect(detection.periods.map((period: { number: number }) => period.number)).toEqual(
      detection.periods.map((_: unknown, index: number) => index + 1),
    )
    for (const { series } of detection.periods)
      expect(series.reduce((sum: number, one: { share: number }) => sum + one.share, 0)).toBeCloseTo(1)
    expect(detection).toMatchObject({
      from: at(0),
      to: at(ROWS - 1),
      latestDataTimestamp: at(ROWS - 1),
      intervalMs: SAMPLE_STEP_MS,
      trust: 'medium',
      seriesCount: 6,
    })
    const node2 = detection.series.find((one: { seriesId: string }) => one.seriesId === 'cpu[node2]')
    expect(node2).toMatchObject({ present: 1, metric: 'cpu', instance: 'node2' })
    expect(node2.max).toBeGreaterThan(90)
    expect(node2.flagged).toBeGreaterThan(0)
  })

  it('names the units that the names of metrics give away', async () => {
    const { series } = (await owner.get(`detections/${id}`)).body.detection
    const units = series.map(({ metric, unit }: { metric: string; unit?: string }) => [metric, unit])
    expect(new Map(units)).toEqual(
      new Map([
        ['cpu', '%'],
        ['memory', undefined],
      ]),
    )
  })

  it('returns sentences in the requested language', async () => {
    const english = (await owner.get(`detections/${id}`)).body.detection.periods[0].sentence
    const chinese = (await owner.get(`detections/${id}`, { 'Accept-Language': 'zh-CN' })).body.detection.periods[0]
      .sentence
    expect(english).toMatch(/^[\x20-\x7e’×–]+$/)
    expect(chinese).toMatch(/\p{Script=Han}/u)
  })

  it('re-extracts its periods for another pvalue and cvalue, and keeps the parameters of the run', async () => {
    const strict = (await owner.get(`detections/${id}?pvalue=0.99999&cvalue=10`)).body.detection
    const loose = (await owner.get(`detections/${id}?pvalue=0.8&cvalue=1`)).body.detection
    expect(strict).toMatchObject({ pvalue: 0.99999, cvalue: 10, stored: { pvalue: 0.99, cvalue: 5 } })
    expect(loose.periods.length).toBeGreaterThan(strict.periods.length)
    expect(loose.flaggedShare).toBeGreaterThan(strict.flaggedShare)
    const asStored = (await owner.get(`detections/${id}?pvalue=0.99&cvalue=5`)).body.detection
    expect(asStored.periods).toEqual((await owner.get(`detections/${id}`)).body.detection.periods)
  })

  it('puts all it found into incidents, the worst first', async () => {
    const { detection } = (await owner.get(`detections/${id}`)).body
    const { incidents, periods, incidentCount } = detection
    expect(incidents.length).toBe(incidentCount)
    expect(incidents.flatMap((one: Incident) => one.periodIds).sort()).toEqual(
      periods.map((one: { id: string }) => one.id).sort(),
    )
    const [head] = (await owner.get('detections')).body.detections
    expect(head.incidentCount).toBe(incidentCount)
  })

  it('says how each finding stands when the data end', async () => {
    const { body } = await detect(owner, 'base', sampleTable({ rows: 132, start: START, trouble: [120, 132] }))
    const until = body.job.result.detectionId
    const { periods, incidents } = (await owner.get(`detections/${until}`)).body.detection
    expect(periods.at(-1)).toMatchObject({ state: 'open' })
    expect(incidents[0]).toMatchObject({ state: 'open' })
    expect((await owner.get(`detections/${until}/findings`)).body.findings.at(-1)).toMatchObject({ state: 'open' })
    const [over] = (await owner.get(`detections/${id}`)).body.detection.periods
    expect(over).toMatchObject({ state: 'over' })
  })

  it('refuses a pvalue of one', async () => {
    const { status, body } = await owner.get(`detections/${id}?pvalue=1`)
    expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'pvalue'])
  })

  it('is not there for anybody else', async () => {
    for (const path of ['', '/series', '/chart'])
      expect((await other.get(`detections/${id}${path}`)).body.code).toBe('NOT_FOUND')
    expect((await other.delete(`detections/${id}`)).body.code).toBe('NOT_FOUND')
    expect((await other.get('detections')).body.page.total).toBe(0)
  })

  it('stays when its file and its model go', async () => {
    const made = await detect(owner, 'base', sampleTable({ rows: ROWS, start: START, trouble: [50, 60] }))
    const kept = made.body.job.result.detectionId
    const { detection } = (await owner.get(`detections/${kept}`)).body
    await owner.delete(`files/${detection.filename}`)
    await train(owner, 'gone', sampleTable({ rows: 400 }), { modelType: 'Split' })
    const split = await detect(owner, 'gone', sampleTable({ rows: ROWS, start: START, trouble: [50, 60] }))
    await owner.postForm('upload-update', { operation: 'delete', modelName: 'gone' })
    const redrawn = await owner.get(`detections/${split.body.job.result.detectionId}?pvalue=0.9&cvalue=2`)
    expect(redrawn.body.detection.modelName).toBe('gone')
    expect((await owner.get(`detections/${kept}/series?buckets=10`)).body.series[0].count[0]).toBe(30)
  })
})

describe('GET detections/{id}/series', () => {
  const series = async (query: string) => (await owner.get(`detections/${id}/series?${query}`)).body

  it('gives every sample where there are no more than buckets', async () => {
    const data = await series(`seriesIds=cpu[node2]&from=${at(115)}&to=${at(134)}&buckets=100`)
    const [line] = data.series as [Line]
    expect(data.times).toEqual(Array.from({ length: 20 }, (_, row) => at(115 + row)))
    expect(line.min).toEqual(line.max)
    expect(line.max[7]).toBeGreaterThan(80)
    expect(line.flagged.map((point) => point.time)).toContain(at(120))
    expect(Math.max(...data.degree)).toBeGreaterThan(1)
  })

  it('reduces to buckets and keeps the flagged points', async () => {
    const data = await series('buckets=30')
    expect([data.times.length, data.series.length, data.bucketMs]).toEqual([
      30,
      6,
      Math.ceil(((ROWS - 1) * SAMPLE_STEP_MS) / 30),
    ])
    const line = (data.series as Line[]).find((one) => one.seriesId === 'cpu[node2]')!
    expect(line.count.reduce((sum, count) => sum + count)).toBe(ROWS)
    expect(line.flagged.some((point) => point.time >= at(120) && point.time < at(132) && point.value > 80)).toBe(true)
    const bucket = line.score.indexOf(Math.max(...(line.score as number[])))
    expect(line.max[bucket]).toBeGreaterThan(80)
  })

  it('gives the series asked for, in that order', async () => {
    const data = await series('seriesIds=memory[node1]&seriesIds=cpu[node1]&buckets=5')
    expect(data.series.map((line: Line) => line.seriesId)).toEqual(['memory[node1]', 'cpu[node1]'])
  })

  it.each(['buckets=5', `buckets=100&from=${at(115)}&to=${at(134)}`])(
    'gives a series named twice once (%s)',
    async (span) => {
      const data = await series(`seriesIds=cpu[node1]&seriesIds=cpu[node1]&${span}`)
      expect(data.series.map((line: Line) => line.seriesId)).toEqual(['cpu[node1]'])
    },
  )

  it.each([
    ['seriesIds=nothing', 'seriesIds'],
    ['buckets=2001', 'buckets'],
    [`from=${at(10)}&to=${at(5)}`, 'from'],
  ])('refuses %s', async (query, field) => {
    const data = await series(query)
    expect([data.code, data.details[0].field]).toEqual(['VALIDATION_FAILED', field])
  })
})

describe('GET detections/{id}/chart', () => {
  it('draws a metric and the anomaly degree as SVG', async () => {
    for (const query of ['metric=cpu&theme=dark', 'width=600&height=200']) {
      const { status, headers, body } = await owner.get(`detections/${id}/chart?${query}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
      expect(body).toMatch(/^<svg[\s\S]*<\/svg>$/)
    }
  })

  it('refuses a metric that there is not', async () => {
    expect((await owner.get(`detections/${id}/chart?metric=nothing`)).body.details[0].field).toBe('metric')
  })
})

describe('POST detections/{id}/verdicts', () => {
  it('shows what would vanish before anything changes, then hides alike periods, and takes it back', async () => {
    const again = await detect(owner, 'base', sampleTable({ rows: ROWS, start: START, trouble: [200, 212] }))
    const otherId = again.body.job.result.detectionId
    const worst = async (detectionId: string) => {
      const { periods } = (await owner.get(`detections/${detectionId}`)).body.detection
      return periods
        .filter((period: { series: { seriesId: string }[] }) => period.series[0]!.seriesId === 'cpu[node2]')
        .sort((a: { val: number }, b: { val: number }) => b.val - a.val)[0]
    }
    const period = await worst(id)
    expect(await worst(otherId)).toBeDefined()
    const form = { periodId: period.id, verdict: 'false', note: 'a planned test' }
    const dry = (await owner.post(`detections/${id}/verdicts`, { ...form, dryRun: true })).body
    expect(dry.applied).toBe(false)
    expect(dry.preview.periods.map((one: { detectionId: string }) => one.detectionId)).toContain(otherId)
    expect(await worst(otherId)).toBeDefined()
    const done = (await owner.post(`detections/${id}/verdicts`, form)).body
    expect([done.applied, done.preview.vanish]).toEqual([true, dry.preview.vanish])
    expect(await worst(otherId)).toBeUndefined()
    expect((await worst(id)).verdict).toBe('false')
    const back = (await owner.post(`detections/${id}/verdicts`, { ...form, verdict: 'true', dryRun: true })).body
      .preview
    expect(back).toMatchObject({ days: 30, vanish: 0, appear: dry.preview.vanish, periods: [] })
    expect(back.keep).toBe(dry.preview.keep)
    await owner.post(`detections/${id}/verdicts`, { ...form, verdict: 'true' })
    expect(await worst(otherId)).toBeDefined()
  })

  it('counts and numbers in lists what the detection shows, whatever the verdicts', async () => {
    await train(owner, 'counted', sampleTable({ rows: 400 }))
    const table = sampleTable({ rows: 500, start: START, trouble: [200, 212] })
    const run = async () => (await detect(owner, 'counted', table)).body.job.result.detectionId as string
    const [reviewed, alike] = [await run(), await run()]
    const before = (await owner.get(`detections/${alike}`)).body.detection
    const expectSameCounts = async (): Promise<void> => {
      const { detections: listed } = (await owner.get('detections?modelName=counted')).body
      for (const id of [reviewed, alike]) {
        const { periodCount, incidentCount, worstVal, periods } = (await owner.get(`detections/${id}`)).body.detection
        const head = listed.find((one: { id: string }) => one.id === id)
        expect(head).toMatchObject({ periodCount, incidentCount, worstVal })
        const { findings } = (await owner.get(`detections/${id}/findings?pageSize=500`)).body
        const numbered = findings.filter(({ type, hidden }: Finding) => type === 'period' && !hidden)
        const toNumber = ({ id, number }: { id: string; number: number }) => [id, number]
        expect(numbered.map(toNumber)).toEqual(periods.map(toNumber))
        for (const { hidden, number } of findings) if (hidden) expect(number).toBeNull()
      }
    }
    const give = (verdict: string) =>
      owner.post(`detections/${reviewed}/verdicts`, { periodId: before.periods[0].id, verdict })
    expect((await give('false')).body.preview.vanish).toBeGreaterThan(0)
    await expectSameCounts()
    const after = (await owner.get(`detections/${alike}`)).body.detection
    expect(after.periodCount).toBeLessThan(before.periodCount)
    await give('true')
    await expectSameCounts()
    await give('false')
    // The verdicts go with the detection that they were given on.
    await owner.delete(`detections/${reviewed}`)
    const [left] = (await owner.get('detections?modelName=counted')).body.detections
    expect(left).toMatchObject({ id: alike, periodCount: before.periodCount, incidentCount: before.incidentCount })
  })

  it('shows the note of a verdict, which stays with the same verdict and can be changed and removed', async () => {
    const made = await detect(owner, 'base', sampleTable({ rows: ROWS, start: START, trouble: [120, 132] }))
    const path = `detections/${made.body.job.result.detectionId}`
    const periodId = (await owner.get(path)).body.detection.periods.at(-1).id
    const notes = async (): Promise<(string | undefined)[]> => {
      const { periods } = (await owner.get(path)).body.detection
      const { findings } = (await owner.get(`${path}/findings`)).body
      return [periods, findings].map((some) => some.find((one: Finding) => one.id === periodId).verdictNote)
    }
    const notesAfter = async (body: object) => {
      expect((await owner.post(`${path}/verdicts`, { periodId, ...body })).status).toBe(200)
      return notes()
    }
    expect(await notes()).toEqual([undefined, undefined])
    expect(await notesAfter({ verdict: 'false', note: 'a test' })).toEqual(['a test', 'a test'])
    expect(await notesAfter({ verdict: 'false' })).toEqual(['a test', 'a test'])
    expect(await notesAfter({ verdict: 'false', note: 'a drill' })).toEqual(['a drill', 'a drill'])
    expect(await notesAfter({ verdict: 'false', note: '' })).toEqual([undefined, undefined])
    expect(await notesAfter({ verdict: 'unsure', note: 'who knows' })).toEqual(['who knows', 'who knows'])
    expect(await notesAfter({ verdict: 'true' })).toEqual([undefined, undefined])
  })

  it('refuses to replace a verdict that the caller did not see, and takes the same one twice', async () => {
    const made = await detect(owner, 'base', sampleTable({ rows: ROWS, start: START, trouble: [120, 132] }))
    const path = `detections/${made.body.job.result.detectionId}`
    const { periods } = (await owner.get(path)).body.detection
    const periodId = periods.at(-1).id
    const give = (body: object) => owner.post(`${path}/verdicts`, { periodId, ...body })
    const now = async (): Promise<string> => {
      const { detection } = (await owner.get(path)).body
      return detection.periods.find((one: { id: string }) => one.id === periodId).verdict
    }
    expect((await give({ verdict: 'false', replaces: 'none', note: 'a test' })).status).toBe(200)
    expect((await give({ verdict: 'false', replaces: 'none' })).status).toBe(200)
    expect(await give({ verdict: 'true', replaces: 'none' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', details: [{ field: 'replaces' }] },
    })
    expect(await now()).toBe('false')
    expect((await give({ verdict: 'true', replaces: 'false' })).status).toBe(200)
    expect(await now()).toBe('true')
  })

  it('never hides what was confirmed, nor what is alike and as bad', async () => {
    const first = (await owner.get(`detections/${id}`)).body.detection.periods[0]
    const form = { periodId: first.id, verdict: 'true' }
    const again = await detect(owner, 'base', sampleTable({ rows: ROWS, start: START, trouble: [120, 132] }))
    const copy = `detections/${again.body.job.result.detectionId}/verdicts`
    const confirmed = (await owner.post(`detections/${id}/verdicts`, form)).body
    expect(confirmed.preview.vanish).toBe(0)
    const overruled = (await owner.post(copy, { ...form, verdict: 'false', dryRun: true })).body
    expect(overruled.preview).toMatchObject({ vanish: 0, appear: 0 })
  })

  it('suggests a pvalue once most of many false alarms would not be flagged with it', async () => {
    const { body } = await detect(owner, 'base', sampleTable({ rows: ROWS, start: START, trouble: [60, 66] }), {
      pvalue: '0.5',
      cvalue: '1',
    })
    const path = `detections/${body.job.result.detectionId}`
    const { periods } = (await owner.get(path)).body.detection as { periods: { id: string; probability: number }[] }
    const weakest = [...periods].sort((a, b) => b.probability - a.probability).slice(0, 6)
    for (const { id: periodId } of weakest) await owner.post(`${path}/verdicts`, { periodId, verdict: 'false' })
    const { notes } = (await owner.get(path)).body.detection
    expect(notes.join(' ')).toMatch(/With a pvalue of 0\.\d+, \d of \d+ false alarms would not be flagged/)
    const chinese = (await owner.get(path, { 'Accept-Language': 'zh-CN' })).body.detection.notes
    expect(chinese.join(' ')).toMatch(/若 pvalue 为 0\.\d+/)
  })

  it('refuses a period that there is not, and other people', async () => {
    const body = { periodId: 'nothing', verdict: 'true' }
    expect((await owner.post(`detections/${id}/verdicts`, body)).body.code).toBe('NOT_FOUND')
    expect((await other.post(`detections/${id}/verdicts`, body)).body.code).toBe('NOT_FOUND')
  })
})

describe('DELETE detections/{id}', () => {
  it('removes a detection with its scores', async () => {
    const { body } = await detect(owner, 'base', sampleTable({ rows: 60, start: START }))
    const gone = body.job.result.detectionId
    expect((await owner.delete(`detections/${gone}`)).status).toBe(200)
    expect((await owner.get(`detections/${gone}`)).status).toBe(404)
    expect((await owner.get('detections?modelId=nothing')).body.detections).toEqual([])
  })
})

describe('GET detections/{id}/series of many series', () => {
  const metrics = Array.from({ length: 44 }, (_, metric) => `m${metric}`)
  it('holds at most 200,000 points, says its buckets, and leaves out no series and no flagged point', async () => {
    const wide = { metrics, nodes: 3, rows: 1_400 }
    await train(owner, 'wide', sampleTable({ ...wide, rows: 200 }), { modelType: 'Split' })
    const { body } = await detect(owner, 'wide', sampleTable({ ...wide, start: START }), { pvalue: '0.9' })
    const path = `detections/${body.job.result.detectionId}/series`
    const data = (await owner.get(`${path}?buckets=2000`)).body as { times: number[]; bucketMs: number; series: Line[] }
    const flagged = data.series.reduce((sum, line) => sum + line.flagged.length, 0)
    expect(data.series).toHaveLength(132)
    expect(flagged).toBeGreaterThan(0)
    expect(data.series.length * data.times.length + flagged).toBeLessThanOrEqual(200_000)
    expect(data.bucketMs).toBe(Math.ceil((1_399 * SAMPLE_STEP_MS) / 757))
    expect(data.times[1]! - data.times[0]!).toBe(data.bucketMs)
    const [first] = data.series
    const alone = (await owner.get(`${path}?buckets=2000&seriesIds=${first!.seriesId}`)).body
    expect(first!.count.reduce((sum, count) => sum + count)).toBe(1_400)
    expect(alone.times).toHaveLength(1_400)
    for (const { time } of first!.flagged)
      expect(alone.series[0].flagged.map((one: { time: number }) => one.time)).toContain(time)
  })
})
