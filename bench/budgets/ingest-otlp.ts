import { join } from 'node:path'
import { bytesField, textField, varint } from '../../packages/server/src/testing/protobuf-writer.ts'
import type { Budget } from '../budget.ts'
import { type Bodies, runLoad } from '../server/send-batches.ts'

const METRICS = 20
const SERIES_A_METRIC = 500
const BATCH_POINTS = METRICS * SERIES_A_METRIC
const BATCHES = 150
const CONNECTIONS = 4
const FIRST_BATCHES = 1

export const ingestOtlpBudget: Budget = {
  name: 'ingest-otlp',
  title: `OTLP metrics in batches of ${BATCH_POINTS} points of as many series, ${CONNECTIONS} at once, from a sender on the same machine`,
  async run(scratch) {
    const run = await runLoad(join(scratch, 'otlp'), {
      ...makeBodies(),
      path: 'otlp/v1/metrics',
      connections: CONNECTIONS,
      headers: { 'Content-Type': 'application/x-protobuf' },
      samplingInterval: 1,
    })
    const sent = (FIRST_BATCHES + BATCHES) * BATCH_POINTS
    const measured = BATCHES * BATCH_POINTS
    return [
      {
        what: 'each batch synced',
        unit: 'points/s',
        measured: measured / run.seconds,
        goal: { atLeast: 250_000 },
      },
      {
        what: 'not found at the end, or twice',
        unit: '',
        measured: Math.abs(sent - run.counted),
        goal: { atMost: 0 },
        note: `${sent} sent`,
      },
      { what: 'memory of all processes', unit: 'MB', measured: run.memoryMb, goal: { atMost: 1200 } },
      {
        what: 'processor time a point, scoring included',
        unit: 'µs',
        measured: (run.processorSeconds / measured) * 1e6,
      },
    ]
  },
}

/** All series at each second, an hour ago. */
function makeBodies(): Bodies {
  const start = BigInt(Math.floor(Date.now() / 1000) - 3600) * 1_000_000_000n
  const pointsOf = Array.from({ length: SERIES_A_METRIC }, (_, series) => attributesOf(series))
  const made = Array.from({ length: FIRST_BATCHES + BATCHES }, (_, batch) => {
    const time = start + BigInt(batch) * 1_000_000_000n
    const written = Array.from({ length: METRICS }, (_, metric) => metricOf(metric, pointsOf, time, batch))
    const resource = bytesField(1, attribute(1, 'service.name', 'shop'), attribute(1, 'host.name', 'web-1'))
    const scope = lengthened(2, Buffer.concat(written))
    return Uint8Array.from(lengthened(1, Buffer.concat([Buffer.from(resource), scope])))
  })
  return { first: made.slice(0, FIRST_BATCHES), measured: made.slice(FIRST_BATCHES) }
}

function attributesOf(series: number): Buffer {
  const path = attribute(7, 'http.route', `/api/v1/things/${series % 50}`)
  const pod = attribute(7, 'pod', `shop-7d9f-${Math.floor(series / 50)}`)
  return Buffer.from([...path, ...pod])
}

function attribute(field: number, key: string, value: string): number[] {
  return bytesField(field, textField(1, key), bytesField(2, textField(1, value)))
}

function metricOf(metric: number, attributes: readonly Buffer[], time: bigint, batch: number): Buffer {
  const points = attributes.map((own, series) => {
    const head = Buffer.alloc(18)
    // time_unix_nano and as_double
    head[0] = 3 * 8 + 1
    head.writeBigUInt64LE(time, 1)
    head[9] = 4 * 8 + 1
    head.writeDoubleLE(Math.round(1000 * Math.sin(batch + series * metric)) / 10, 10)
    return lengthened(1, Buffer.concat([own, head]))
  })
  // A gauge
  const name = Buffer.from(textField(1, `http.server.load.${metric}`))
  return lengthened(2, Buffer.concat([name, lengthened(5, Buffer.concat(points))]))
}

function lengthened(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([field * 8 + 2, ...varint(bytes.length)]), bytes])
}
