import { join } from 'node:path'
import { signedInClient } from '../../e2e/src/harness/api-client.ts'
import { compressSnappy, uncompressSnappy } from '../../packages/server/src/protocols/snappy.ts'
import { bytesField, numberField, textField } from '../../packages/server/src/testing/protobuf-writer.ts'
import { writeRequest } from '../../packages/server/src/testing/remote-write-body.ts'
import type { Budget, Measurement } from '../budget.ts'
import { longestBlock } from '../server/event-loop.ts'
import { benchPassword, benchUser, startServer } from '../server/start-server.ts'

const series = 100
const samples = 10_000
const samplesABody = 1_000
const runs = 5

export const remoteReadBudget: Budget = {
  name: 'remote-read',
  title: `remote_read of ${series} series × ${samples.toLocaleString('en')} samples`,
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'remote-read') })
    try {
      const { projects } = await signedInClient(server.origin, { userName: benchUser, password: benchPassword })
      await projects.addCustom({ projectName: 'bench', samplingInterval: 1 / 60 })
      const { secret } = await projects.createKey('bench', { name: 'read', mayRead: true })
      const from = Math.floor(Date.now() / 1000) * 1000 - samples * 1000
      await writeAll(server.origin, secret, from)
      return await measureReads(server.origin, secret, from)
    } finally {
      await server.stop()
    }
  },
}

async function writeAll(origin: string, secret: string, from: number): Promise<void> {
  for (let row = 0; row < samples; row += samplesABody) {
    const sent = Array.from({ length: series }, (_, index) => ({
      labels: { __name__: 'load', host: `host-${index}`, job: 'bench' },
      samples: Array.from({ length: samplesABody }, (_, at) => {
        const time = from + (row + at) * 1000
        return [
          time,
          Math.round(1000 * Math.sin((row + at) / 600 + index) + 40 * Math.sin(row * at + index)) / 100,
        ] as const
      }),
    }))
    const answer = await post(`${origin}/api/v1/ingest/prometheus/api/v1/write`, secret, writeRequest(sent))
    if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}

function post(url: string, secret: string, body: Uint8Array): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${secret}`,
    'Content-Encoding': 'snappy',
    'Content-Type': 'application/x-protobuf',
  }
  return fetch(url, { method: 'POST', headers, body: compressSnappy(body) })
}

async function measureReads(origin: string, secret: string, from: number): Promise<Measurement[]> {
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
    for (let run = 0; run < runs; run++) {
      const began = performance.now()
      body = await read()
      times.push(performance.now() - began)
    }
  })
  const bytes = uncompressSnappy(body, 1e9).length
  // A sample has 17 bytes at least
  if (bytes < series * samples * 17) throw new Error(`an answer of ${bytes} bytes cannot hold all samples`)
  return [
    {
      what: 'a million samples, of five reads the median',
      unit: 'ms',
      measured: times.sort((a, b) => a - b)[Math.floor(runs / 2)]!,
      goal: { atMost: 1500 },
      note: `${(bytes / 1e6).toFixed(1)} MB, ${(body.length / 1e6).toFixed(1)} MB in snappy`,
    },
    { what: 'event loop held up at most', unit: 'ms', measured: blocked, goal: { atMost: 50 } },
  ]
}
