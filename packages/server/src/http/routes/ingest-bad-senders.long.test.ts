import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressSnappy } from '../../protocols/snappy.ts'
import type { Bytes } from '../../testing/protobuf-writer.ts'
import { openSocket, readAnswer } from '../../testing/raw-request.ts'
import { writeRequest } from '../../testing/remote-write-body.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestAnswer } from '../../testing/test-client.ts'

const SECOND = 1000
const HOUR = 3_600_000
const MAX_PROJECT_SERIES = 1000
type Sent = readonly [time: number, value: number | Bytes]

let server: TestServer
let now: number
let projects = 0
beforeAll(async () => {
  server = await startTestServer({
    settings: { bodySeconds: 4, headerSeconds: 4, maxProjectSeries: MAX_PROJECT_SERIES },
  })
  now = Math.floor(server.clock.now() / SECOND) * SECOND
})
afterAll(() => server.close())

async function addProject() {
  const owner = await server.admin()
  const projectName = `bad-${++projects}`
  const { secret } = (await owner.post('add-custom-project', { projectName, samplingInterval: 1 })).body
  const { body: key } = await owner.post('ingest-keys', { projectName, name: 'read', mayRead: true })
  const client = createTestClient(server.api, { bearer: key.secret })
  return {
    owner,
    projectName,
    secret,
    client,
    send: (samples: readonly Sent[], metric = 'm', type?: number): Promise<TestAnswer> => {
      const metadata = type === undefined ? [] : [{ metric, type }]
      const body = compressSnappy(writeRequest([{ labels: { __name__: metric }, samples }], metadata))
      return client.send('POST', 'ingest/prometheus/api/v1/write', {
        body,
        headers: { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' },
      })
    },
    /** Seconds from now and value of each sample of a day. */
    async stored(metric = 'm'): Promise<[number, number][]> {
      const path = `prometheus/api/v1/query?query=${metric}[1d]&time=${now / SECOND + 600}`
      const [series] = (await client.get(path)).body.data.result
      return (series?.values ?? []).map(([time, value]: [number, string]) => [time - now / SECOND, Number(value)])
    },
  }
}

describe('samples that cannot be what they say', () => {
  it.each<[string, number, string]>([
    ['of year 1', Date.parse('0001-01-01T00:00:00Z'), 'before the retention'],
    ['of year 9999', Date.UTC(9999, 11, 31), "ahead of the server's clock"],
    [
      'in seconds instead of milliseconds',
      Math.floor(Date.now() / SECOND),
      'unit seems to be wrong by a factor of 1,000.',
    ],
    ['in microseconds', Date.now() * 1000, 'unit seems to be wrong by a factor of 1,000.'],
    ['of an hour ahead', Date.now() + HOUR, 'check the clock of the sender'],
  ])('are refused with a sentence where their times are %s, and all others stored', async (_, time, said) => {
    const { send, stored } = await addProject()
    const answer = await send([
      [now, 1],
      [time, 2],
    ])
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining(said)])
    expect(await stored()).toEqual([[0, 1]])
  })

  it('are left out where a value is infinite or a NaN of any payload', async () => {
    const { send, stored } = await addProject()
    const bits = (value: bigint): Bytes => new Uint8Array(new BigUint64Array([value]).buffer)
    const values = [0x7ff0000000000000n, 0xfff0000000000000n, 0x7ff8000000000000n, 0xffffffffffffffffn]
    const odd = values.map((value, row): Sent => [now - row * SECOND, bits(value)])
    expect((await send([...odd, [now - 9 * SECOND, 7]])).status).toBe(204)
    expect(await stored()).toEqual([[-9, 7]])
  })
})

describe('metadata with a NUL', () => {
  it('is refused, and the samples beside it stored', async () => {
    const { client, stored } = await addProject()
    const metadata = [{ metric: 'm', type: 1, unit: 'a\u0000' }]
    const body = compressSnappy(writeRequest([{ labels: { __name__: 'm' }, samples: [[now, 1]] }], metadata))
    const { status } = await client.send('POST', 'ingest/prometheus/api/v1/write', {
      body,
      headers: { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' },
    })
    expect([status, await stored()]).toEqual([400, [[0, 1]]])
  })
})

describe('a sender', () => {
  it('may repeat all, send backwards, and be there twice: each time of a series has one sample, the last', async () => {
    const { send, stored } = await addProject()
    const samples = Array.from({ length: 50 }, (_, row): Sent => [now - (50 - row) * SECOND, row])
    await send(samples.toReversed())
    for (const sample of samples.toReversed()) await send([sample])
    const other = samples.map(([time, value]): Sent => [time, 1000 + Number(value)])
    await Promise.all([send(samples), send(other), send(samples), send(other)])
    const first = await stored()
    expect(first.map(([time]) => time)).toEqual(samples.map(([time]) => (time - now) / SECOND))
    for (const [row, [, value]] of first.entries()) expect([row, 1000 + row]).toContain(value)
    await send(samples)
    expect((await stored()).map(([, value]) => value)).toEqual(samples.map(([, value]) => value))
  })

  it('of 200,000 label sets is answered with the label that makes so many; what is known is stored', async () => {
    const { send, stored, client, owner, projectName } = await addProject()
    expect((await send([[now, 1]])).status).toBe(204)
    for (let batch = 0; batch < 2; batch++) {
      const series = Array.from({ length: 100_000 }, (_, k) => ({
        labels: { __name__: 'logins', instance: 'web1', user: `u${batch * 100_000 + k}` },
        samples: [[now, 1]] as const,
      }))
      const { status, body } = await client.send('POST', 'ingest/prometheus/api/v1/write', {
        body: compressSnappy(writeRequest(series)),
        headers: { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' },
      })
      expect([status, body]).toEqual([400, expect.stringContaining('the label user')])
    }
    const { seriesTotal } = (await owner.get(`projectData?projectName=${projectName}&buckets=1`)).body
    expect(seriesTotal).toBe(MAX_PROJECT_SERIES)
    expect((await send([[now + SECOND, 2]])).status).toBe(204)
    expect(await stored()).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('may change type and interval of a series, which stays the same one', async () => {
    const { send, stored, owner, projectName } = await addProject()
    const [counter, gauge] = [1, 2]
    await send([[now - 300 * SECOND, 5]], 'm', counter)
    await send(
      Array.from({ length: 10 }, (_, row): Sent => [now - (10 - row) * 100, row]),
      'm',
      gauge,
    )
    expect(await stored()).toHaveLength(11)
    const { series } = (await owner.get(`projectData?projectName=${projectName}&buckets=1`)).body
    expect(series).toMatchObject([{ seriesId: 'm', type: 'gauge' }])
  })

  it('goes on when its clock, or that of the server, jumps by an hour and back', async () => {
    const { send, stored } = await addProject()
    expect((await send([[now - HOUR, 1]])).status).toBe(204)
    server.clock.advance(-HOUR)
    try {
      expect((await send([[now, 2]])).body).toContain('check the clock of the sender')
      expect((await send([[now - HOUR + SECOND, 3]])).status).toBe(204)
    } finally {
      server.clock.advance(2 * HOUR)
    }
    try {
      expect((await send([[now, 4]])).status).toBe(204)
    } finally {
      server.clock.advance(-HOUR)
    }
    expect((await send([[now + SECOND, 5]])).status).toBe(204)
    expect((await stored()).map(([, value]) => value)).toEqual([1, 3, 4, 5])
  })

  it('whose project is removed meanwhile is refused from then on, and nothing fails', async () => {
    const { send, owner, projectName } = await addProject()
    let isRemoved = false
    const statuses: number[] = []
    const sending = Array.from({ length: 4 }, async (_, connection) => {
      for (let row = 0; !isRemoved || row < 5; row++)
        statuses.push((await send([[now - row * SECOND, connection]])).status)
    })
    await owner.post('remove-project', { projectName, confirm: projectName })
    isRemoved = true
    await Promise.all(sending)
    expect([...new Set(statuses)].filter((status) => status !== 204 && status !== 401)).toEqual([])
    expect((await send([[now, 1]])).status).toBe(401)
  })
})

describe('connections', () => {
  /** Both ends are in this process: half of its open files, at most. */
  const { soft } = (process.report.getReport() as unknown as { userLimits: { open_files: { soft: number | string } } })
    .userLimits.open_files
  const maxConnections = Math.min(5000, Math.floor(Number(soft) / 2) - 500 || 5000)
  const head = (secret: string, length: number): string =>
    [
      'POST /api/v1/ingest/points HTTP/1.1',
      ...['Host: localhost', `Authorization: Bearer ${secret}`, 'Content-Type: application/json'],
      ...[`Content-Length: ${length}`, '', ''],
    ].join('\r\n')

  it('that stop in the middle of a body are refused, and nothing of it is stored', async () => {
    const { send, stored, secret } = await addProject()
    const points = JSON.stringify([{ metric: 'm', time: now, value: 1 }])
    const [stopped, gone] = [await openSocket(server.url), await openSocket(server.url)]
    for (const socket of [stopped, gone]) socket.write(head(secret, points.length) + points.slice(0, -1))
    gone.destroy()
    expect(await readAnswer(stopped)).toMatchObject({ status: 408, body: { code: 'REQUEST_TIMEOUT' } })
    expect(await stored()).toEqual([])
    expect((await send([[now, 2]])).status).toBe(204)
  })

  it('that are very many and say nothing keep nobody from sending, and are closed', async () => {
    const { send, secret } = await addProject()
    let [opened, closed] = [0, 0]
    const connect = async (): Promise<void> => {
      const socket = await openSocket(server.url)
      socket.on('error', () => {}).resume()
      socket.once('close', () => closed++)
      if (opened++ % 2 === 0) socket.write(`${head(secret, 1000)}[`)
    }
    // No more at once than wait to be accepted
    while (opened < maxConnections) await Promise.all(Array.from({ length: 100 }, connect))
    expect((await send([[now, 1]])).status).toBe(204)
    await expect.poll(() => closed, { timeout: 180_000, interval: 500 }).toBe(opened)
    expect((await send([[now, 2]])).status).toBe(204)
  })
})
