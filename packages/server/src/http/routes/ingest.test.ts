import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestAnswer, type TestClient } from '../../testing/test-client.ts'

const SECOND = 1000
const DAY = 86_400_000

let server: TestServer
let owner: TestClient
let now: number
let projects = 0
beforeAll(async () => {
  server = await startTestServer({ settings: { maxIngestBytes: 1_000_000, maxProjectSeries: 50 } })
  owner = await server.signUp('owner001')
  now = Math.floor(server.clock.now() / SECOND) * SECOND
})
afterAll(() => server.close())

interface Project {
  readonly projectName: string
  send(body: string | Buffer, type?: string, headers?: Record<string, string>): Promise<TestAnswer>
  /** `seriesId → [time, value]` of every point stored. */
  stored(): Promise<Record<string, [number, number][]>>
}

async function addProject(): Promise<Project> {
  const projectName = `project-${++projects}`
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: 1 })).body
  const sender = createTestClient(server.api, { bearer: secret })
  return {
    projectName,
    send: (body, type = 'application/json', headers = {}) =>
      sender.send('POST', 'ingest/points', { body: body as string, headers: { 'Content-Type': type, ...headers } }),
    async stored() {
      const query = `projectData?projectName=${projectName}&from=${now - 10 * SECOND}&to=${now + 10 * SECOND - 1}&buckets=20`
      const { times, series } = (await owner.get(query)).body
      return Object.fromEntries(
        series.map(({ seriesId, max }: { seriesId: string; max: (number | null)[] }) => [
          seriesId,
          max.flatMap((value, bucket) => (value === null ? [] : [[times[bucket], value]])),
        ]),
      )
    },
  }
}

const line = (point: object) => `${JSON.stringify(point)}\n`

describe('samples sent as JSON', () => {
  it.each([
    ['a label with a NUL', { labels: { path: 'a\u0000b' } }],
    ['a label with half of a surrogate pair', { labels: { path: '\ud800' } }],
    ['an instance with half of a surrogate pair', { instance: '\ud800' }],
    ['a unit with a NUL', { unit: '\u0000' }],
  ])('are stored without those of a series that has %s', async (_, odd) => {
    const { send, stored } = await addProject()
    const answer = await send(
      JSON.stringify([
        { metric: 'cpu', time: now, value: 1 },
        { metric: 'disk', time: now, value: 2, ...odd },
      ]),
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { accepted: 1, rejected: 1, rejects: [{ reason: 'badName', message: expect.stringContaining('NUL') }] },
    })
    expect(await stored()).toEqual({ cpu: [[now, 1]] })
  })

  it('are stored by metric, instance and labels, with times in ms, s and ISO 8601', async () => {
    const { send, stored } = await addProject()
    const points = [
      { metric: 'cpu', instance: 'web1', time: now, value: 1 },
      { metric: 'cpu', instance: 'web1', time: now / 1000 + 1, value: 2 },
      { metric: 'cpu', instance: 'web2', time: new Date(now).toISOString(), value: 3 },
      { metric: 'requests', labels: { path: '/', method: 'GET' }, time: now, value: 4 },
    ]
    const { body } = await send(JSON.stringify({ points }))
    expect(body).toMatchObject({ accepted: 4, rejected: 0, rejects: [], notes: ['Times were read as epoch seconds.'] })
    expect(await stored()).toEqual({
      'cpu[web1]': [
        [now, 1],
        [now + SECOND, 2],
      ],
      'cpu[web2]': [[now, 3]],
      'requests{method="GET",path="/"}': [[now, 4]],
    })
  })

  it('are read back in buckets that divide the time exactly, of one sample with its own time', async () => {
    const { projectName, send } = await addProject()
    const minute = 60 * SECOND
    const from = now - 10 * minute
    const points = [3, 63, 64, 600].map((after) => ({ metric: 'cpu', time: from + after * SECOND, value: after }))
    await send(JSON.stringify({ points }))
    const { body } = await owner.get(`projectData?projectName=${projectName}&from=${from}&to=${now}&buckets=10`)
    expect(body.bucketMs).toBe(minute)
    expect(body.times.map((time: number) => time - from)).toEqual([
      ...[3 * SECOND, minute, 2 * minute, 3 * minute, 4 * minute, 5 * minute, 6 * minute, 7 * minute, 8 * minute],
      10 * minute,
    ])
    const [{ min, max, count }] = body.series
    expect(count).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 1])
    expect([min.slice(0, 2), min.at(-1)]).toEqual([[3, 63], 600])
    expect([max.slice(0, 2), max.at(-1)]).toEqual([[3, 64], 600])
  })

  it('change nothing when they are repeated, and replace a value of the same time', async () => {
    const { send, stored } = await addProject()
    const batch = JSON.stringify([{ metric: 'cpu', time: now, value: 1 }])
    for (let repeat = 0; repeat < 3; repeat++) expect((await send(batch)).body.accepted).toBe(1)
    expect(await stored()).toEqual({ cpu: [[now, 1]] })
    await send(JSON.stringify([{ metric: 'cpu', time: now, value: 5 }]))
    expect(await stored()).toEqual({ cpu: [[now, 5]] })
  })

  it('keep the first value of a series and time in a batch, and name the series of the others', async () => {
    const { send, stored } = await addProject()
    const points = [1, 2, 1, 3].map((value) => ({ metric: 'cpu', instance: 'web1', time: now, value }))
    const conflict = {
      reason: 'conflict',
      count: 2,
      series: 'cpu[web1]',
      message: expect.stringContaining(`the first is kept: at ${new Date(now).toISOString()} 1, not 2`),
    }
    const other = { metric: 'cpu', instance: 'web2', time: now, value: 2 }
    for (const body of [JSON.stringify([...points, other]), JSON.stringify({ points: [other, ...points] })])
      expect((await send(body)).body).toMatchObject({ accepted: 3, rejected: 2, rejects: [conflict] })
    const table = `timestamp,cpu[web1]\n${now},1\n${now},2\n${now},3\n`
    expect((await send(table, 'text/csv')).body).toMatchObject({ accepted: 1, rejected: 2, rejects: [conflict] })
    expect(await stored()).toEqual({ 'cpu[web1]': [[now, 1]], 'cpu[web2]': [[now, 2]] })
  })

  it('are stored in part where some cannot be, and each reason is named once with its count', async () => {
    const { send, stored } = await addProject()
    const { status, body } = await send(
      JSON.stringify([
        { metric: 'cpu', time: now, value: 1 },
        { metric: 'cpu', time: now, value: 'high' },
        { metric: 'cpu', time: 'yesterday', value: 1 },
        { time: now, value: 1 },
        { metric: 'x'.repeat(501), time: now, value: 1 },
        { metric: 'cpu', time: now + DAY, value: 1 },
        { metric: 'cpu', time: now - 91 * DAY, value: 1 },
        { metric: 'cpu', time: now - 92 * DAY, value: 1 },
        { metric: 'cpu', instance: 7, time: now, value: 1 },
        { metric: 'late', time: now - 7 * DAY, value: 1 },
      ]),
    )
    expect([status, body.accepted, body.rejected]).toEqual([200, 2, 8])
    const counts = body.rejects.map(({ reason, count }: { reason: string; count: number }) => [reason, count])
    expect(Object.fromEntries(counts)).toEqual({
      malformed: 2,
      badTime: 1,
      badName: 1,
      tooLong: 1,
      future: 1,
      tooOld: 2,
    })
    const messages = body.rejects.map(({ message }: { message: string }) => message).join(' ')
    for (const place of ['value of points[1] ', 'time of points[2] ', 'metric of points[3] '])
      expect(messages).toContain(place)
    expect(await stored()).toMatchObject({ cpu: [[now, 1]] })
  })

  it.each([
    [7, 'Expected an object with metric, time and value as points[1]'],
    [{ metric: ' ', value: 1 }, 'The metric of points[1]'],
    [{ metric: 'a', instance: 7, value: 1 }, 'labels of points[1]'],
  ])('name the first place of each fault: %j', async (bad, said) => {
    const { send } = await addProject()
    const points = [{ metric: 'a', time: now, value: 1 }, typeof bad === 'number' ? bad : { time: now, ...bad }]
    const { body } = await send(JSON.stringify(points))
    expect(body).toMatchObject({ accepted: 1, rejects: [{ count: 1, message: expect.stringContaining(said) }] })
  })

  it.each([
    ['nanoseconds', 1e6],
    ['microseconds', 1e3],
  ])('are read with times in %s, which is said', async (unit, factor) => {
    const { send, stored } = await addProject()
    const { body } = await send(JSON.stringify([{ metric: 'cpu', time: now * factor, value: 1 }]))
    expect(body).toMatchObject({ accepted: 1, notes: [`Times were read as epoch ${unit}.`] })
    expect(await stored()).toEqual({ cpu: [[now, 1]] })
  })

  it.each([
    [20_260_301, 'looks like a date without separators'],
    ['46314.5', 'looks like a day number of a spreadsheet'],
    [5, 'is not a time of 1990 to 2099'],
    [null, 'is not a time'],
  ])('are named where their time is %j, with what it looks like', async (time, said) => {
    const { send } = await addProject()
    const points = [
      { metric: 'cpu', time: now, value: 1 },
      { metric: 'mem', time, value: 1 },
    ]
    const [reject] = (await send(JSON.stringify(points))).body.rejects
    expect(reject).toMatchObject({ reason: 'badTime', series: 'mem', message: expect.stringContaining('points[1]') })
    expect(reject.message).toContain(said)
  })

  it('are left out where their time is an array of thousands of levels', async () => {
    const { send } = await addProject()
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const { status, body } = await send(`[{"metric":"mem","time":${deep},"value":1}]`)
    expect([status, body.rejects[0].reason]).toEqual([200, 'badTime'])
  })

  it('are not accepted without a finite value, and make no series then', async () => {
    const { send, stored } = await addProject()
    const text = `[{"metric":"a","time":${now},"value":null},{"metric":"b","time":${now},"value":1e400}]`
    const { body } = await send(text)
    expect(body).toMatchObject({ accepted: 0, rejects: [{ reason: 'malformed', count: 2 }] })
    expect(await stored()).toEqual({})
  })

  it('make no series where all of its samples are too old or too far ahead', async () => {
    const { send, stored } = await addProject()
    const { body } = await send(
      JSON.stringify([
        { metric: 'old', time: now - 900 * DAY, value: 1 },
        { metric: 'kept', time: now, value: 2 },
        { metric: 'ahead', time: now + DAY, value: 3 },
        { metric: 'kept', instance: 'web1', time: now, value: 4 },
        { metric: 'kept', time: now - 900 * DAY, value: 5 },
      ]),
    )
    expect(body).toMatchObject({ accepted: 2, rejected: 3 })
    expect(await stored()).toEqual({ kept: [[now, 2]], 'kept[web1]': [[now, 4]] })
    // Nor is one that was left out taken for known
    await send(JSON.stringify([{ metric: 'ahead', time: now, value: 6 }]))
    expect(await stored()).toMatchObject({ ahead: [[now, 6]] })
  })

  it('may be compressed, and are refused where they are larger after decompression than is accepted', async () => {
    const { send, stored } = await addProject()
    const body = JSON.stringify([{ metric: 'cpu', time: now, value: 1 }])
    expect((await send(gzipSync(body), 'application/json', { 'Content-Encoding': 'gzip' })).status).toBe(200)
    expect((await send(zstdCompressSync(body), 'application/json', { 'Content-Encoding': 'zstd' })).status).toBe(200)
    const bomb = gzipSync(Buffer.alloc(100_000_000, 32))
    const refused = await send(bomb, 'application/json', { 'Content-Encoding': 'gzip' })
    expect([refused.status, refused.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const broken = await send(gzipSync(body).subarray(0, 30), 'application/json', { 'Content-Encoding': 'gzip' })
    expect([broken.status, broken.body.code]).toEqual([400, 'MALFORMED_BODY'])
    expect((await send(body, 'application/json', { 'Content-Encoding': 'lzma' })).status).toBe(415)
    expect(await stored()).toEqual({ cpu: [[now, 1]] })
  })

  it.each([
    ['no JSON', '[{"metric": "cpu"', 'application/json', 400],
    ['no list', '{"metric": "cpu"}', 'application/json', 400],
    ['no UTF-8', Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), 'application/json', 400],
    ['another type', 'cpu 1', 'text/plain', 415],
    ['too many bytes', ' '.repeat(1_000_001), 'application/json', 413],
  ])('are refused as a whole where the body is %s', async (_, body, type, status) => {
    const { send } = await addProject()
    expect((await send(body, type)).status).toBe(status)
  })

  it('of series beyond the limit are left out, with the label that makes so many; others are stored', async () => {
    const { send, stored } = await addProject()
    const points = Array.from({ length: 60 }, (_, user) => ({
      metric: 'logins',
      labels: { user: `u${user}`, zone: 'eu' },
      time: now,
      value: 1,
    }))
    const { body } = await send(JSON.stringify(points))
    expect(body).toMatchObject({ accepted: 50, rejected: 10, rejects: [{ reason: 'tooManySeries', count: 10 }] })
    expect(body.rejects[0].message).toContain('the label user')
    expect((await send(JSON.stringify(points.slice(0, 1)))).body.rejected).toBe(0)
    expect(Object.keys(await stored())).toHaveLength(50)
  })

  it('that many senders register at once have one number a series', async () => {
    const { send, stored } = await addProject()
    const batches = Array.from({ length: 8 }, (_, sender) =>
      JSON.stringify(
        Array.from({ length: 20 }, (_, k) => ({
          metric: `m${(sender + k) % 25}`,
          time: now + sender * SECOND,
          value: k,
        })),
      ),
    )
    const answers = await Promise.all(batches.map((batch) => send(batch)))
    expect(answers.map(({ body }) => body.accepted)).toEqual(Array(8).fill(20))
    expect(Object.keys(await stored())).toHaveLength(25)
  })
})

describe('samples sent as lines', () => {
  it('are read one by one, and a bad line is named by its number', async () => {
    const { send, stored } = await addProject()
    const body = `${line({ metric: 'a', time: now, value: 1 })}\n{"metric": \n${line({ metric: 'b', time: now, value: 2 })}`
    expect((await send(body, 'application/x-ndjson')).body).toMatchObject({
      accepted: 2,
      rejects: [{ reason: 'malformed', count: 1, line: 3 }],
    })
    expect(await stored()).toEqual({ a: [[now, 1]], b: [[now, 2]] })
  })

  it.each(['{bad', '{"metric":"a"} x', '[1,]', 'bad', '{"metric":', '"a\r', '{"metric":\r\r}'])(
    'have one line number and a column if one is no JSON: %j',
    async (bad) => {
      const { send } = await addProject()
      const { secret } = (
        await owner.post('add-log-project', { projectName: `lines-${++projects}`, samplingInterval: 1 })
      ).body
      const logs = createTestClient(server.api, { bearer: secret })
      const body = `${line({ metric: 'a', time: now, value: 1 }).repeat(2)}${bad}\n`
      const headers = { 'Content-Type': 'application/x-ndjson' }
      for (const answer of [
        await send(body, 'application/x-ndjson'),
        await logs.send('POST', 'ingest/logs', { body, headers }),
      ]) {
        const [reject] = answer.body.rejects
        expect(reject).toMatchObject({ reason: 'malformed', count: 1, line: 3 })
        expect(reject.message).toMatch(/^A line is not valid JSON: /)
        expect(reject.message).not.toMatch(/line \d|position/)
        if (bad === '{bad') expect(reject.message).toMatch(/ at column 2$/)
      }
    },
  )

  it('are read as a table of the format of files', async () => {
    const { send, stored } = await addProject()
    const body = `timestamp,cpu[web1]:load,mem[web1]\n${now},1,\n${now + SECOND},NaN,3\n${now + 2 * SECOND},x,4\n`
    expect((await send(body, 'text/csv')).body).toMatchObject({ accepted: 3, rejects: [{ count: 1, line: 4 }] })
    const [fault] = (await send('a,b\n1,2\n', 'text/csv')).body.details
    expect(fault.message).toMatch(/no column of times: .* is called timestamp, .* the columns are 'a', 'b'/)
    const mem = [
      [now + SECOND, 3],
      [now + 2 * SECOND, 4],
    ]
    expect(await stored()).toEqual({ 'cpu[web1]:load': [[now, 1]], 'mem[web1]': mem })
  })

  it('keep the other cells of a row of a table, also of a single one', async () => {
    const { send, stored } = await addProject()
    const { status, body } = await send(`timestamp,a,b,c,d\n${now},1,abc,3,1e400\n`, 'text/csv')
    expect([status, body.accepted, body.rejected]).toEqual([200, 2, 2])
    expect(body.rejects).toMatchObject([
      { reason: 'malformed', count: 2, line: 2, message: "A cell of b was left out: 'abc' is not a number" },
    ])
    expect(await stored()).toEqual({ a: [[now, 1]], c: [[now, 3]] })
  })
})
