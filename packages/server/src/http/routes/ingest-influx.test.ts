import { HttpError, InfluxDB, Point } from '@influxdata/influxdb-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

let server: TestServer
let owner: TestClient
let now: number
let projects = 0
beforeAll(async () => {
  server = await startTestServer({ settings: { maxIngestBytes: 1_000_000 } })
  owner = await server.signUp('owner001')
  now = Math.floor(server.clock.now() / 1000) * 1000
})
afterAll(() => server.close())

async function addProject() {
  const projectName = `influx-${++projects}`
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: 1 })).body
  return {
    secret,
    async stored(): Promise<Record<string, number[]>> {
      const query = `projectData?projectName=${projectName}&from=${now - 10_000}&to=${now + 9_999}&buckets=20`
      const { series } = (await owner.get(query)).body
      return Object.fromEntries(
        series.map(({ seriesId, max }: { seriesId: string; max: (number | null)[] }) => [
          seriesId,
          max.filter((value) => value !== null),
        ]),
      )
    },
  }
}

describe('InfluxDB line protocol', () => {
  it('is taken from the official client, compressed as well, and repeated points change nothing', async () => {
    const { secret, stored } = await addProject()
    for (const gzipThreshold of [1, 1_000_000]) {
      const client = new InfluxDB({ url: `${server.api}ingest/influx`, token: secret })
      const writer = client.getWriteApi('org', 'bucket', 'ms', { gzipThreshold, maxRetries: 0 })
      writer.useDefaultTags({ host: 'web 1' })
      writer.writePoint(new Point('cpu').tag('core', '0').floatField('usage', 0.5).intField('n', 7).timestamp(now))
      writer.writePoint(new Point('ok').booleanField('value', true).timestamp(now))
      await writer.close()
    }
    expect(await stored()).toEqual({
      'cpu_n{core="0"}[web 1]': [7],
      'cpu_usage{core="0"}[web 1]': [0.5],
      'ok[web 1]': [1],
    })
  })

  it('stores what it can, and tells the client that the write was partial', async () => {
    const { secret, stored } = await addProject()
    const failures: unknown[] = []
    const client = new InfluxDB({ url: `${server.api}ingest/influx`, token: secret })
    const writer = client.getWriteApi('org', 'bucket', 'ms', {
      maxRetries: 0,
      writeFailed: async (error) => void failures.push(error),
    })
    writer.writePoint(new Point('cpu').stringField('state', 'idle').floatField('usage', 0.5).timestamp(now))
    await writer.close()
    expect(failures).toEqual([expect.any(HttpError)])
    expect(failures[0]).toMatchObject({
      statusCode: 400,
      code: 'invalid',
      message: expect.stringMatching(/^partial write: .*text.* dropped=1$/),
    })
    expect(await stored()).toEqual({ cpu_usage: [0.5] })
  })

  it('names the first line of each fault, with its text', async () => {
    const { secret, stored } = await addProject()
    const lines = [
      `weather temp=1 ${now}`,
      'broken line here with',
      `weather temp= ${now}`,
      `weather,host temp=1 ${now}`,
    ]
    const { status, body } = await server.anonymous.send('POST', `ingest/influx/write?precision=ms&p=${secret}`, {
      body: lines.join('\n'),
      headers: { 'Content-Type': 'text/plain' },
    })
    const error = [
      'partial write: 3 of 4 samples were left out, the others are stored:',
      "1 (line 2) unable to parse 'broken line here with': invalid field format.",
      `1 (line 3) unable to parse 'weather temp= ${now}': missing field value.`,
      `1 (line 4) unable to parse 'weather,host temp=1 ${now}': missing tag value. dropped=3`,
    ].join(' ')
    expect([status, body]).toEqual([400, { code: 'invalid', message: error, error }])
    expect(await stored()).toEqual({ weather_temp: [1] })
  })

  it('keeps the first of two values of a series and time, and leaves out lines with two tags of one name', async () => {
    const { secret, stored } = await addProject()
    // The field b_c of a, and the field c of a_b
    const lines = [`a b_c=1 ${now}`, `a_b c=2 ${now}`, `m,t=1,t=2 v=3 ${now}`, `m,t=1 v=4 ${now}`]
    const { status, body } = await server.anonymous.send('POST', `ingest/influx/write?precision=ms&p=${secret}`, {
      body: lines.join('\n'),
      headers: { 'Content-Type': 'text/plain' },
    })
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/two tags of one name: t\..*a_b_c.*the first is kept/),
    ])
    expect(await stored()).toEqual({ a_b_c: [1], 'm_v{t="1"}': [4] })
  })

  it('is taken as version 1 writes it, with the key as password in the address, in Basic and behind Token', async () => {
    const { secret, stored } = await addProject()
    const basic = `Basic ${Buffer.from(`any:${secret}`).toString('base64')}`
    const send = (query: string, value: number, headers = {}) =>
      server.anonymous.send('POST', `ingest/influx/write?db=x&precision=s${query}`, {
        body: `m${value},instance=a value=${value} ${now / 1000}`,
        headers: { 'Content-Type': 'text/plain', ...headers },
      })
    expect((await send(`&u=any&p=${secret}`, 1)).status).toBe(204)
    expect((await send('', 2, { Authorization: basic })).status).toBe(204)
    expect((await send('', 3, { Authorization: `Token any:${secret}` })).status).toBe(204)
    expect((await send('&u=any&p=wrong', 4)).status).toBe(401)
    expect((await send('', 5)).status).toBe(401)
    expect(await stored()).toEqual({ 'm1[a]': [1], 'm2[a]': [2], 'm3[a]': [3] })
    const elsewhere = await server.anonymous.send('POST', `ingest/points?p=${secret}`, { json: [] })
    expect(elsewhere.status).toBe(401)
  })

  it.each([
    ['a wrong key', 401, 'UNAUTHENTICATED', { secret: 'wrong' }],
    ['a body that is too large', 413, 'PAYLOAD_TOO_LARGE', { body: 'm value=1\n'.repeat(200_000) }],
    ['an unknown encoding', 415, 'UNSUPPORTED_MEDIA_TYPE', { headers: { 'Content-Encoding': 'lzma' } }],
    ['an unknown precision', 400, 'VALIDATION_FAILED', { precision: 'days' }],
    ['bytes that are no text', 400, 'MALFORMED_BODY', { body: Buffer.from([0xff]) as unknown as string }],
  ])('refuses %s with the text where clients of version 1 read it', async (_, status, code, sent) => {
    const { secret } = await addProject()
    const request = { secret, body: 'm value=1', headers: {}, precision: 's', ...sent }
    const answer = await server.anonymous.send(
      'POST',
      `ingest/influx/write?precision=${request.precision}&p=${request.secret}`,
      { body: request.body, headers: { 'Content-Type': 'text/plain', ...request.headers } },
    )
    const { message, details = [], requestId } = answer.body
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { success: false, code, requestId: expect.any(String) },
    ])
    expect(answer.body.error).toContain(message)
    for (const detail of details) expect(answer.body.error).toContain(detail.message)
    expect(requestId).not.toBe('')
  })
})
