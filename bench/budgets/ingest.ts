import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signedInClient } from '../../e2e/src/harness/api-client.ts'
import { freePort } from '../../e2e/src/harness/free-port.ts'
import { compressSnappy } from '../../packages/server/src/protocols/snappy.ts'
import { bytesField, numberField, textField, varint } from '../../packages/server/src/testing/protobuf-writer.ts'
import type { Budget, Measurement } from '../budget.ts'
import { watchMemory } from '../server/memory.ts'
import { benchPassword, benchUser, startServer } from '../server/start-server.ts'

const batchSamples = 10_000
const batches = 300
const connections = 4

export const ingestBudget: Budget = {
  name: 'ingest',
  title: `Prometheus remote_write in batches of ${batchSamples} samples, ${connections} at once, from a sender on the same machine`,
  async run(scratch) {
    const figures: Measurement[] = []
    for (const series of [1000, 10_000, 100_000]) {
      const bodies = makeBodies(series)
      const omen = await measureOmen(join(scratch, `omen-${series}`), bodies)
      const rival = hasVictoriaMetrics()
        ? await measureVictoria(join(scratch, `victoria-${series}`), bodies)
        : undefined
      const what = `${series} series`
      figures.push(
        {
          what: `${what}, each batch synced`,
          unit: 'samples/s',
          measured: omen.rate,
          ...(series === 10_000 && { goal: { atLeast: 500_000 } }),
        },
        {
          what: `${what}, not found at the end, or twice`,
          unit: '',
          measured: Math.abs(omen.sent - omen.counted),
          goal: { atMost: 0 },
          note: `${omen.sent} sent`,
        },
        { what: `${what}, memory of all processes`, unit: 'MB', measured: omen.memoryMb, goal: { atMost: 1200 } },
      )
      if (rival)
        figures.push(
          {
            what: `${what}, VictoriaMetrics`,
            unit: 'samples/s',
            measured: rival.rate,
            note: `${Math.round(rival.memoryMb)} MB; syncs later`,
          },
          {
            what: `${what}, of VictoriaMetrics`,
            unit: 'times',
            measured: omen.rate / rival.rate,
            ...(series === 10_000 && { goal: { atLeast: 0.5 } }),
          },
        )
    }
    return figures
  },
}

interface Bodies {
  /** Every series once: what comes first is not measured. */
  readonly first: readonly Uint8Array<ArrayBuffer>[]
  readonly measured: readonly Uint8Array<ArrayBuffer>[]
}

/** Samples a second apart, an hour ago, as Prometheus scrapes them: all series, then all of them again. */
function makeBodies(seriesCount: number): Bodies {
  const start = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
  const labels = Array.from({ length: seriesCount }, (_, series) => labelsOf(series))
  const firstBatches = Math.max(1, seriesCount / batchSamples)
  const made = Array.from({ length: firstBatches + batches }, (_, batch) => {
    const body = Buffer.allocUnsafe(batchSamples * 256)
    let at = 0
    for (let row = 0; row < batchSamples; row++) {
      const index = batch * batchSamples + row
      const time = start + Math.floor(index / seriesCount) * 1000
      at = writeSeries(body, at, labels[index % seriesCount]!, time, Math.round(1000 * Math.sin(index)) / 10)
    }
    return compressSnappy(body.subarray(0, at))
  })
  return { first: made.slice(0, firstBatches), measured: made.slice(firstBatches) }
}

function labelsOf(series: number): Uint8Array {
  const labels = {
    __name__: 'node_network_receive_bytes_total',
    device: `eth${series % 16}`,
    instance: `host-${series >> 4}.example.com:9100`,
    job: 'bench',
  }
  const fields = Object.entries(labels).map(([name, value]) => bytesField(1, textField(1, name), textField(2, value)))
  return Uint8Array.from(fields.flat())
}

/** A `TimeSeries` with one sample; returns where it ends. */
function writeSeries(body: Buffer, start: number, labels: Uint8Array, time: number, value: number): number {
  const timeField = numberField(2, time)
  const sample = 9 + timeField.length
  const head = [0x0a, ...varint(labels.length + 2 + sample)]
  body.set(head, start)
  let at = start + head.length
  body.set(labels, at)
  at += labels.length
  body.set([0x12, sample, 9], at)
  body.writeDoubleLE(value, at + 3)
  body.set(timeField, at + 11)
  return at + 11 + timeField.length
}

interface Run {
  readonly rate: number
  readonly memoryMb: number
  readonly sent: number
  readonly counted: number
}

async function sendAll(
  url: string,
  { first, measured }: Bodies,
  headers: Record<string, string> = {},
): Promise<number> {
  const send = async (body: Uint8Array<ArrayBuffer>): Promise<void> => {
    const common = { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' }
    const response = await fetch(url, { method: 'POST', body, headers: { ...common, ...headers } })
    if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`)
  }
  for (const body of first) await send(body)
  let next = 0
  const began = performance.now()
  const connection = async (): Promise<void> => {
    while (next < measured.length) await send(measured[next++]!)
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return (measured.length * batchSamples) / ((performance.now() - began) / 1000)
}

async function measureOmen(data: string, bodies: Bodies): Promise<Run> {
  const server = await startServer({ data })
  try {
    const { projects } = await signedInClient(server.origin, { userName: benchUser, password: benchPassword })
    const { secret } = await projects.addCustom({ projectName: 'bench', samplingInterval: 1 })
    const memory = watchMemory(server.pid)
    const headers = { Authorization: `Bearer ${secret}` }
    const rate = await sendAll(`${server.origin}/api/v1/ingest/prometheus/api/v1/write`, bodies, headers)
    const memoryMb = memory.stop()
    const { loss } = await projects.previewRemoval('bench')
    return { rate, memoryMb, sent: samplesOf(bodies), counted: loss.points }
  } finally {
    await server.stop()
  }
}

function samplesOf({ first, measured }: Bodies): number {
  return (first.length + measured.length) * batchSamples
}

function hasVictoriaMetrics(): boolean {
  return spawnSync('victoria-metrics', ['-version']).error === undefined
}

async function measureVictoria(data: string, bodies: Bodies): Promise<Omit<Run, 'sent' | 'counted'>> {
  mkdirSync(data, { recursive: true })
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn('victoria-metrics', [`-storageDataPath=${data}`, `-httpListenAddr=${address}`], {
    stdio: 'ignore',
  })
  try {
    await untilHealthy(`http://${address}/health`)
    const memory = watchMemory(child.pid!)
    const rate = await sendAll(`http://${address}/api/v1/write`, bodies)
    return { rate, memoryMb: memory.stop() }
  } finally {
    await end(child)
  }
}

async function untilHealthy(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if ((await fetch(url).catch(() => undefined))?.ok) return
    await pause(100)
  }
  throw new Error('VictoriaMetrics did not get healthy')
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}
