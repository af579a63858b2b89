import { join } from 'node:path'
import { signedInClient } from '../../e2e/src/harness/api-client.ts'
import { compressSnappy, uncompressSnappy } from '../../packages/server/src/protocols/snappy.ts'
import { bytesField, numberField, textField } from '../../packages/server/src/testing/protobuf-writer.ts'
import { writeRequest } from '../../packages/server/src/testing/remote-write-body.ts'
import type { Budget, Measurement } from '../budget.ts'
import { longestBlock } from '../server/event-loop.ts'
import { BENCH_PASSWORD, BENCH_USER, startServer } from '../server/start-server.ts'

/** A million samples each: long series, and many. */
const SHAPES = [
  { series: 100, samples: 10_000 },
  { series: 10_000, samples: 100 },
]
const SAMPLES_A_BODY = 100_000
const RUNS = 5

interface Shape {
  readonly series: number
  readonly samples: number
}

export const remoteReadBudget: Budget = {
  name: 'remote-read',
  title: 'remote_read of a million samples',
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'remote-read') })
    try {
      const { projects } = await signedInClient(server.origin, { userName: BENCH_USER, password: BENCH_PASSWORD })
      const figures: Measurement[] = []
      for (const shape of SHAPES) {
        const name = `bench-${shape.series}`
        await projects.addCustom({ projectName: name, samplingInterval: 1 / 60 })
        const { secret } = await projects.createKey(name, { name: 'read', mayRead: true })
        const from = Math.floor(Date.now() / 1000) * 1000 - shape.samples * 1000
        await writeAll(server.origin, secret, shape, from)
        figures.push(...(await measureReads(server.origin, secret, shape, from)))
      }
      return figures
    } finally {
      await server.stop()
    }
  },
}

async function writeAll(origin: string, secret: string, { series, samples }: Shape, start: number): Promise<void> {
  const rows = Math.min(samples, 1000)
  const seriesABody = SAMPLES_A_BODY / rows
  for (let first = 0; first < series; first += seriesABody)
    for (let row = 0; row < samples; row += rows) {
      const sent = Array.from({ length: Math.min(seriesABody, series - first) }, (_, at) => ({
        labels: { __name__: 'load', host: `host-${first + at}`, job: 'bench' },
        samples: Array.from(
          { length: rows },
          (_, k) => [start + (row + k) * 1000, valueAt(first + at, row + k)] as const,
        ),
      }))
      const answer = await post(`${origin}/api/v1/ingest/prometheus/api/v1/write`, secret, writeRequest(sent))
      if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`)
    }
}

function valueAt(series: number, row: number): number {
  return Math.round(1000 * Math.sin(row / 600 + series) + 40 * Math.sin(row * series)) / 100
}

function post(url: string, secret: string, body: Uint8Array): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${secret}`,
    'Content-Encoding': 'snappy',
    'Content-Type': 'application/x-protobuf',
  }
  return fetch(url, { method: 'POST', headers, body: compressSnappy(body) })
}

async function measureReads(
  origin: string,
  secret: string,
  { series, samples }: Shape,
  from: number,
): Promise<Measurement[]> {
  const matcher = bytesField(3, textField(2, '__name__'), textField(3, 'load'))
  const query = bytesField(1, numberField(1, from), numberField(2, from + samples * 1000), matcher)
  const read = async (): Promise<Uint8Array> => {
    const answer = await post(`${origin}/api/v1/ingest/prometheus/api/v1/read`, secret, Uint8Array.from(query))
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  let body = await read()
  const times: number[] = []
  const blocked = await longestBlock(origin, async () => {
    for (let run = 0; run < RUNS; run++) {
      const began = performance.now()
      body = await read()
      times.push(performance.now() - began)
    }
  })
  const bytes = uncompressSnappy(body, 1e9).length
  // A sample has 17 bytes at least
  if (bytes < series * samples * 17) throw new Error(`an answer of ${bytes} bytes cannot hold all samples`)
  const what = `${series.toLocaleString('en')} series × ${samples.toLocaleString('en')} samples`
  return [
    {
      what: `${what}, of five reads the median`,
      unit: 'ms',
      measured: times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!,
      goal: { atMost: 1500 },
      note: `${(bytes / 1e6).toFixed(1)} MB, ${(body.length / 1e6).toFixed(1)} MB in snappy`,
    },
    { what: `${what}: event loop held up at most`, unit: 'ms', measured: blocked, goal: { atMost: 50 } },
  ]
}
