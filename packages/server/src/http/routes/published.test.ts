import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, storeText, train, WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let colleague: TestClient
let stranger: TestClient
let detectionId: string
const ROWS = 300
const START = SAMPLE_START + 400 * SAMPLE_STEP_MS
const table = sampleTable({ rows: ROWS, start: START, trouble: [120, 132] })

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('publisher')
  colleague = await server.signUp('colleague')
  stranger = await server.signUp('stranger')
  await train(owner, 'base', sampleTable({ rows: 400 }))
  detectionId = (await detect(owner, 'base', table)).body.job.result.detectionId
})
afterAll(() => server.close())

const publish = async (fields: object = {}): Promise<string> => {
  const { body } = await owner.post('publishdatafile', { detectionId, name: 'nightly', ...fields }, WAITING)
  expect(body.job?.state, JSON.stringify(body)).toBe('done')
  return body.job.result.publishedId
}
const record = async (id: string) => (await owner.get(`published/${id}`)).body.published
const keyOf = async (id: string): Promise<string> => new URL((await record(id)).link).searchParams.get('key') ?? ''
const incident = (id: string, more = '') => `publishedDetection?id=${id}${more}`

describe('POST publishdatafile', () => {
  it('publishes a detection with what was found, and says where it comes from', async () => {
    const id = await publish({
      system: 'Cassandra',
      commit: 'abc123',
      branch: 'main',
      buildLink: 'https://ci.example/1',
    })
    const { published, detection } = (await owner.get(incident(id))).body
    const original = (await owner.get(`detections/${detectionId}`)).body.detection
    expect(published).toMatchObject({ name: 'nightly', system: 'Cassandra', visibility: 'private', mine: true })
    expect(published).toMatchObject({ commit: 'abc123', branch: 'main', buildLink: 'https://ci.example/1' })
    expect(published).toMatchObject({ originName: 'test.csv', modelName: 'base', periodCount: original.periodCount })
    expect(published.severity).toBeGreaterThan(1)
    expect(detection.periods).toEqual(original.periods)
    expect(detection.incidents).toEqual(original.incidents)
  })

  it('has the sentences in both languages', async () => {
    const id = await publish()
    const { detection } = (await owner.get(incident(id), { 'Accept-Language': 'zh-CN' })).body
    expect(detection.periods[0].sentence).toMatch(/[\u4e00-\u9fff]/)
  })

  it('runs the model first where a file is named, or sent with the request', async () => {
    const filename = await storeText(owner, 'day.csv', table)
    const named = { filename, uploadFileName: 'day.csv', modelName: 'base', name: 'by name' }
    const { body } = await owner.postForm('publishdatafile', named, WAITING)
    expect(body.job).toMatchObject({ kind: 'publication', state: 'done' })
    expect(body.job.result).toMatchObject({ detectionId: expect.any(String), publishedId: expect.any(String) })
    const { published, detection } = (await owner.get(incident(body.job.result.publishedId))).body
    const run = (await owner.get(`detections/${body.job.result.detectionId}`)).body.detection
    expect(published).toMatchObject({
      name: 'by name',
      originName: 'day.csv',
      modelName: 'base',
      modelType: 'Holistic',
    })
    expect(run.periods.length).toBeGreaterThan(0)
    expect(detection.periods).toEqual(run.periods)
    const sensitivity = { modelType: 'Split', pvalue: '0.999', cvalue: '3' }
    const other = await owner.postForm('publishdatafile', { ...named, ...sensitivity }, WAITING)
    expect(await record(other.body.job.result.publishedId)).toMatchObject({
      modelType: 'Split',
      pvalue: 0.999,
      cvalue: 3,
    })
    const form = new FormData()
    for (const [name, value] of Object.entries({ modelName: 'base', name: 'sent', visibility: 'open' }))
      form.set(name, value)
    form.set('file', new Blob([table]), 'sent.csv')
    const sent = await owner.send('POST', 'publishdatafile', { body: form, headers: WAITING })
    expect(sent.body.job.state).toBe('done')
    expect(await record(sent.body.job.result.publishedId)).toMatchObject({ originName: 'sent.csv', visibility: 'open' })
  })

  it('gives the same job for the same Idempotency-Key', async () => {
    const send = () =>
      owner.post('publishdatafile', { detectionId, name: 'once' }, { ...WAITING, 'Idempotency-Key': 'publish-once' })
    expect((await send()).body.job.id).toBe((await send()).body.job.id)
  })

  it('takes a step that runs again, with a detection of its own and a later expiry, for the same request', async () => {
    const key = { ...WAITING, 'Idempotency-Key': 'nightly-42' }
    const fields = { name: 'nightly', system: 'MySQL' }
    const first = await owner.post('publishdatafile', { ...fields, detectionId, expiresAt: Date.now() + 60_000 }, key)
    const again = (await detect(owner, 'base', table)).body.job.result.detectionId
    expect(again).not.toBe(detectionId)
    const later = { ...fields, detectionId: again, expiresAt: Date.now() + 90_000 }
    const second = await owner.post('publishdatafile', later, key)
    expect(second.body.job.result.publishedId).toBe(first.body.job.result.publishedId)
    const other = await owner.post('publishdatafile', { ...later, name: 'weekly' }, key)
    expect(other.body.code).toBe('IDEMPOTENCY_MISMATCH')
  })

  it('publishes no verdicts and no names of others', async () => {
    const own = (await owner.get(`detections/${detectionId}`)).body.detection
    const given = { periodId: own.periods[0].id, verdict: 'true', note: 'ask Ada before you tell' }
    await owner.post(`detections/${detectionId}/verdicts`, given)
    const text = JSON.stringify((await owner.get(incident(await publish()))).body)
    expect(text).not.toContain('Ada')
    expect(text).not.toContain('verdict')
  })

  it.each([
    [
      'a detection of somebody else',
      async () => stranger.post('publishdatafile', { detectionId, name: 'x' }),
      'NOT_FOUND',
    ],
    ['neither file nor detection', async () => owner.post('publishdatafile', { name: 'x' }), 'VALIDATION_FAILED'],
    ['no model', async () => owner.post('publishdatafile', { name: 'x', filename: 'f_unknown' }), 'VALIDATION_FAILED'],
    ['a name of blanks', async () => owner.post('publishdatafile', { detectionId, name: '  ' }), 'VALIDATION_FAILED'],
    [
      'a build link that is a script',
      async () => owner.post('publishdatafile', { detectionId, name: 'x', buildLink: 'javascript:alert(1)' }),
      'VALIDATION_FAILED',
    ],
    [
      'an expiry in the past',
      async () => owner.post('publishdatafile', { detectionId, name: 'x', expiresAt: 1000 }),
      'VALIDATION_FAILED',
    ],
    [
      'a name that is too long',
      async () => owner.post('publishdatafile', { detectionId, name: 'x'.repeat(101) }),
      'VALIDATION_FAILED',
    ],
  ])('refuses %s', async (_, ask, code) => {
    expect((await ask()).body).toMatchObject({ success: false, code })
  })
})

describe('GET published/{id}/series', () => {
  it('has the values of the detection', async () => {
    const id = await publish()
    const query = 'series?buckets=100'
    expect((await owner.get(`published/${id}/${query}`)).body).toEqual(
      (await owner.get(`detections/${detectionId}/${query}`)).body,
    )
  })

  it('keeps ranges only where raw data was left out, and joins them', async () => {
    const id = await publish({ withRawData: false })
    const whole = (await owner.get(`published/${id}/series?buckets=2000`)).body
    const original = (await owner.get(`detections/${detectionId}/series?buckets=720`)).body
    expect(whole.times).toEqual(original.times)
    expect(whole.series[0].max).toEqual(original.series[0].max)
    const few = (await owner.get(`published/${id}/series?buckets=10`)).body
    expect(few.times.length).toBeLessThanOrEqual(10)
    const largest = (values: (number | null)[]) => Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY))
    expect(largest(few.series[0].max)).toBe(largest(whole.series[0].max))
  })

  it('knows no series that is not in the copy', async () => {
    expect((await owner.get(`published/${await publish()}/series?seriesIds=none`)).body.code).toBe('VALIDATION_FAILED')
  })
})

describe('a frozen copy', () => {
  it('stays as it was when detection, file and model are gone', async () => {
    const made = (await detect(owner, 'base', table)).body.job.result.detectionId
    const { filename } = (await owner.get(`detections/${made}`)).body.detection
    const id = await publish({ detectionId: made })
    const read = async () => [(await owner.get(incident(id))).body, (await owner.get(`published/${id}/series`)).body]
    const before = await read()
    expect((await owner.delete(`detections/${made}`)).status).toBe(200)
    expect((await owner.delete(`files/${filename}`)).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it('frees what only it still kept when it is revoked', async () => {
    const made = (await detect(owner, 'base', table)).body.job.result.detectionId
    const id = await publish({ detectionId: made })
    const datasets = async () => server.ctx.db.$count((await import('../../schema/index.ts')).datasets)
    await owner.delete(`detections/${made}`)
    const kept = await datasets()
    expect((await owner.delete(`published/${id}`)).status).toBe(200)
    expect(await datasets()).toBe(kept - 1)
    expect((await owner.get(`published/${id}`)).body.code).toBe('NOT_FOUND')
  })
})

describe('visibility', () => {
  it('private: nobody but its owner knows of it', async () => {
    const id = await publish()
    expect((await stranger.get(incident(id))).body.code).toBe('NOT_FOUND')
    expect((await server.anonymous.get(incident(id))).status).toBe(401)
  })

  it('shared: the accounts that were named, and a change names others', async () => {
    const id = await publish({ visibility: 'shared', userNames: ['Colleague', 'nobody99'] })
    expect((await record(id)).userNames).toEqual(['Colleague', 'nobody99'])
    expect((await colleague.get(incident(id))).body.published).toMatchObject({ mine: false })
    expect((await colleague.get(`published/${id}`)).body.published).not.toHaveProperty('userNames')
    expect((await stranger.get(incident(id))).body.code).toBe('NOT_FOUND')
    await owner.patch(`published/${id}`, { userNames: ['stranger'] })
    expect((await stranger.get(incident(id))).status).toBe(200)
    expect((await colleague.get(incident(id))).body.code).toBe('NOT_FOUND')
    await owner.patch(`published/${id}`, { visibility: 'private' })
    expect((await stranger.get(incident(id))).body.code).toBe('NOT_FOUND')
  })

  it('open: every account, and whoever has the link', async () => {
    const id = await publish({ visibility: 'open' })
    const key = await keyOf(id)
    expect((await stranger.get(incident(id))).status).toBe(200)
    expect((await stranger.get(`published/${id}`)).body.published).not.toHaveProperty('link')
    const { body } = await server.anonymous.get(incident(id, `&key=${key}`))
    expect(body.published).toMatchObject({ id, mine: false })
    expect(body.published).not.toHaveProperty('trend')
    expect(body.detection.periods.length).toBeGreaterThan(0)
    expect((await server.anonymous.get(incident(id))).body.code).toBe('UNAUTHENTICATED')
    expect((await server.anonymous.get(incident(id, `&key=${key}x`))).body.code).toBe('NOT_FOUND')
  })

  it('stores no key of a link', async () => {
    const key = await keyOf(await publish({ visibility: 'open' }))
    const { published } = await import('../../schema/index.ts')
    expect(JSON.stringify(await server.ctx.db.select().from(published))).not.toContain(key)
  })

  it('a link ends with the visibility, and another one replaces it', async () => {
    const id = await publish({ visibility: 'open' })
    const first = await keyOf(id)
    await owner.patch(`published/${id}`, { newLink: true })
    const second = await keyOf(id)
    const asked = async (key: string) => (await server.anonymous.get(`published/${id}?key=${key}`)).status
    expect([await asked(first), await asked(second)]).toEqual([404, 200])
    await owner.patch(`published/${id}`, { visibility: 'shared' })
    expect(await asked(second)).toBe(404)
  })

  it('expires for everybody but its owner, who may prolong it', async () => {
    const expiresAt = server.clock.now() + 60_000
    const id = await publish({ visibility: 'open', expiresAt })
    const key = await keyOf(id)
    const asked = async () => [
      (await server.anonymous.get(`published/${id}?key=${key}`)).status,
      (await stranger.get(`published/${id}`)).status,
    ]
    expect(await asked()).toEqual([200, 200])
    server.clock.advance(61_000)
    expect(await asked()).toEqual([404, 404])
    expect(await record(id)).toMatchObject({ expired: true })
    await owner.patch(`published/${id}`, { expiresAt: null })
    expect(await asked()).toEqual([200, 200])
  })

  it('a link opens its own detection and nothing else', async () => {
    const [id, another] = [await publish({ visibility: 'open' }), await publish({ visibility: 'open' })]
    const key = await keyOf(id)
    const { specEntries } = await import('../spec.ts')
    const forLinks = specEntries.filter((entry) => entry.isForLinks)
    for (const { route } of forLinks) {
      const path = (one: string) =>
        `${route.replace(':id', one)}?key=${key}${route.includes(':id') ? '' : `&id=${one}`}`
      expect((await server.anonymous.get(path(id))).status, route).toBe(200)
      expect((await server.anonymous.get(path(another))).body.code, route).toBe('NOT_FOUND')
    }
    for (const entry of specEntries) {
      if (entry.isForLinks || entry.isPublic || entry.isIngest || entry.isForReaders) continue
      const path = `${entry.route.replace(/:\w+/g, id)}?key=${key}&id=${id}`
      const { status } = await server.anonymous.send(entry.method, path, entry.method === 'GET' ? {} : { json: {} })
      expect(status, entry.id).toBe(401)
    }
  })
})

describe('GET dashboard-benchmark', () => {
  it('lists what the caller may read, by system, words and owner, with the trend of its series', async () => {
    const first = await publish({ name: 'trend', system: 'Kafka', visibility: 'open', description: 'of the broker' })
    const second = await publish({ name: 'Trend', system: 'kafka', visibility: 'open' })
    const { body } = await stranger.get('dashboard-benchmark?system=KAFKA&q=trend')
    expect(body.published.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect(body.published[0].trend.map(({ id }: { id: string }) => id)).toEqual([first, second])
    expect(body.systems).toContainEqual({ system: expect.stringMatching(/kafka/i), count: 2 })
    expect((await stranger.get('dashboard-benchmark?q=broker')).body.page.total).toBe(1)
    expect((await stranger.get('dashboard-benchmark?mine=true')).body.published).toEqual([])
    expect((await owner.get('dashboard-benchmark?mine=true&pageSize=1')).body.published).toHaveLength(1)
  })

  it('lists the runs of one series', async () => {
    const ids = [await publish({ name: 'runs' }), await publish({ name: 'runs' })]
    const { runs, page } = (await owner.get(`published/${ids[0]}/runs`)).body
    expect(page.total).toBe(2)
    expect(new Set(runs.map(({ id }: { id: string }) => id))).toEqual(new Set(ids))
  })
})

describe('GET published/compare', () => {
  it('tells what is new in a later run, what is gone and what is in both', async () => {
    const quiet = sampleTable({ rows: ROWS, start: START })
    const calm = (await detect(owner, 'base', quiet)).body.job.result.detectionId
    const [a, b] = [await publish({ detectionId: calm }), await publish()]
    const { comparison } = (await owner.get(`published/compare?a=${a}&b=${b}`)).body
    expect(comparison).toMatchObject({ verdict: 'worse', a: { id: a }, b: { id: b } })
    expect(comparison.counts.new).toBeGreaterThan(0)
    expect(comparison.findings[0].state).toBe('new')
    const same = (await owner.get(`published/compare?a=${b}&b=${b}`)).body.comparison
    expect(same).toMatchObject({ verdict: 'same', severityChange: 0, counts: { new: 0, gone: 0 } })
    const back = (await owner.get(`published/compare?a=${b}&b=${a}`)).body.comparison
    expect(back.verdict).toBe('better')
  })

  it('reads no run of somebody else', async () => {
    const id = await publish()
    expect((await stranger.get(`published/compare?a=${id}&b=${id}`)).body.code).toBe('NOT_FOUND')
  })
})

describe('what is text stays text', () => {
  const evil = '</script><img src=x onerror=alert(1)>"\'&'

  it('in a badge', async () => {
    const id = await publish({ name: evil })
    const { body, headers } = await owner.get(`published/${id}/badge.svg`)
    expect(headers.get('content-type')).toContain('image/svg+xml')
    expect(body).not.toContain('<img')
    expect(body).toContain('severity')
  })

  it('shows the newest run in a badge where that is asked for', async () => {
    const calm = (await detect(owner, 'base', sampleTable({ rows: ROWS, start: START }))).body.job.result.detectionId
    const id = await publish({ name: 'badge', visibility: 'open' })
    await publish({ name: 'badge', visibility: 'open', detectionId: calm })
    await publish({ name: 'badge' })
    const drawn = async (query: string) =>
      (await server.anonymous.get(`published/${id}/badge.svg?key=${await keyOf(id)}${query}`)).body
    expect(await drawn('')).toContain('severity')
    expect(await drawn('&latest=true')).not.toEqual(await drawn(''))
  })

  it('in an offline file, which holds data, views and nothing to request', async () => {
    const id = await publish({ name: evil, description: '<!-- <script>alert(2)</script>' })
    const { body, headers } = await owner.get(`published/${id}/bundle`)
    expect(headers.get('content-disposition')).toContain('attachment')
    // Without the view itself, whose code has words like these
    const html = (body as string).replace(/<script type="module">.*<\/script>/s, '')
    expect(html.split('<script').length - 1).toBe(1)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<(link|img|iframe|script[^>]*\ssrc)/)
    const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!)
    expect(data.name).toBe(evil)
    expect(Object.keys(data.detections)).toEqual(['en', 'zh-CN'])
    expect(data.values.series.length).toBeGreaterThan(0)
  })
})
