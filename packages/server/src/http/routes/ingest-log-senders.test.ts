import { Client, errors } from '@elastic/elasticsearch'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import winston from 'winston'
import LokiTransport from 'winston-loki'
import { sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const DAY = 86_400_000

let server: TestServer
let owner: TestClient
let projects = 0
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('owner001')
})
afterAll(() => server.close())

async function addProject() {
  const name = `senders-${++projects}`
  const { secret } = (await owner.post('add-log-project', { projectName: name, samplingInterval: 1 })).body
  const [source] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, name))
  const span = () => ({ from: 0, to: server.clock.now() + DAY })
  return {
    secret,
    stored: async () => (await server.ctx.points.readLogs(source!.id, span(), {}, 10_000)).lines,
  }
}

describe('winston-loki', () => {
  it.each([
    ['protobuf', false],
    ['JSON', true],
  ])('sends as %s', async (_, json) => {
    const { secret, stored } = await addProject()
    const failures: unknown[] = []
    const transport = new LokiTransport({
      host: `${server.api}ingest`,
      basicAuth: `omen:${secret}`,
      json,
      batching: true,
      interval: 1,
      labels: { app: 'checkout', host: 'web7' },
      onConnectionError: (error) => void failures.push(error),
    })
    const logger = winston.createLogger({ transports: [transport] })
    for (let order = 0; order < 100; order++) logger.log(order % 2 ? 'error' : 'info', `order ${order}`, { labels: {} })
    await expect.poll(stored, { timeout: 15_000, interval: 200 }).toHaveLength(100)
    logger.close()
    expect(failures).toEqual([])
    const lines = await stored()
    expect(lines[0]).toMatchObject({ instance: 'web7', service: 'checkout' })
    expect(lines.filter(({ severity }) => severity === 17)).toHaveLength(50)
    expect(lines.some(({ line }) => line.includes('order 99'))).toBe(true)
  })
})

describe("Elasticsearch's client", () => {
  const client = (apiKey: string) =>
    new Client({ node: `${server.api}ingest/elastic`, auth: { apiKey }, compression: true, maxRetries: 0 })
  const document = (message: string, time: number) => ({
    '@timestamp': new Date(time).toISOString(),
    message,
    'log.level': 'error',
    host: { name: 'web1' },
  })

  it('sends by its bulk helper, and hands back what was refused', async () => {
    const { secret, stored } = await addProject()
    const now = server.clock.now()
    const documents = Array.from({ length: 2000 }, (_, k) => document(`order ${k}`, k === 700 ? now + DAY : now - k))
    const dropped: unknown[] = []
    const { total, successful, failed } = await client(secret).helpers.bulk({
      datasource: documents,
      flushBytes: 50_000,
      retries: 0,
      onDocument: () => ({ create: { _index: 'logs' } }),
      onDrop: ({ document: one }) => void dropped.push(one),
    })
    expect([total, successful, failed]).toEqual([2000, 1999, 1])
    expect(dropped).toEqual([documents[700]])
    const lines = await stored()
    expect(lines).toHaveLength(1999)
    expect(lines.at(-1)).toMatchObject({ line: 'order 0', severity: 17, instance: 'web1' })
  })

  it('reads why it was refused', async () => {
    const { secret, stored } = await addProject()
    const operations = [{ index: { _index: 'logs' } }, document('a', server.clock.now())]
    const refused = await client('omen_in_wrong')
      .bulk({ operations })
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(errors.ResponseError)
    expect((refused as errors.ResponseError).statusCode).toBe(401)
    const { errors: hasErrors, items } = await client(secret).bulk({ operations })
    expect([hasErrors, items[0]!.index!.status]).toEqual([false, 201])
    expect(await stored()).toHaveLength(1)
  })
})

describe('the OpenTelemetry SDK', () => {
  it('has what is good of a partly bad batch of log records stored', async () => {
    const { secret, stored } = await addProject()
    const exporter = new OTLPLogExporter({
      url: `${server.api}ingest/otlp/v1/logs`,
      headers: { Authorization: `Bearer ${secret}` },
    })
    const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] })
    const logger = provider.getLogger('test')
    const now = server.clock.now()
    for (const [k, timestamp] of [now, now + DAY, now + 1, now - 400 * DAY, now + 2].entries())
      logger.emit({ timestamp, body: `record ${k}`, attributes: { k } })
    await provider.forceFlush()
    await provider.shutdown()
    expect((await stored()).map(({ line }) => line)).toEqual(['record 0', 'record 2', 'record 4'])
  })
})
