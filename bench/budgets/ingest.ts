import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../e2e/src/harness/free-port.ts'
import { compressSnappy } from '../../packages/server/src/protocols/snappy.ts'
import type { Budget, Measurement } from '../budget.ts'
import { watchMemory } from '../server/memory.ts'
import { REMOTE_WRITE_HEADERS as headers, labelsOf, MAX_SERIES_BYTES, writeSeries } from '../server/remote-write.ts'
import { type Bodies, runLoad, sendBatches } from '../server/send-batches.ts'

const BATCH_SAMPLES = 10_000
/** Ten million samples: in three million, V8 was still compiling for a third of the time. */
const BATCHES = 1000
const CONNECTIONS = 4
const SENDING = { headers, connections: CONNECTIONS }
const PATH = 'prometheus/api/v1/write'

export const ingestBudget: Budget = {
  name: 'ingest',
  title: `Prometheus remote_write in batches of ${BATCH_SAMPLES} samples, ${CONNECTIONS} at once, from a sender on the same machine`,
  async run(scratch) {
    const figures: Measurement[] = []
    let before: number | undefined
    for (const series of [1000, 10_000, 100_000]) {
      const bodies = makeBodies(series)
      const omen = await runLoad(join(scratch, `omen-${series}`), {
        ...bodies,
        ...SENDING,
        path: PATH,
        samplingInterval: 1,
      })
      const rate = (BATCHES * BATCH_SAMPLES) / omen.seconds
      const sent = samplesOf(bodies)
      const processor = (omen.processorSeconds / (BATCHES * BATCH_SAMPLES)) * 1e6
      const rival = hasVictoriaMetrics()
        ? await measureVictoria(join(scratch, `victoria-${series}`), bodies)
        : undefined
      const what = `${series} series`
      figures.push(
        {
          what: `${what}, each batch synced`,
          unit: 'samples/s',
          measured: rate,
          ...(series === 10_000 && { goal: { atLeast: 500_000 } }),
        },
        {
          what: `${what}, not found at the end, or twice`,
          unit: '',
          measured: Math.abs(sent - omen.counted),
          goal: { atMost: 0 },
          note: `${sent} sent`,
        },
        { what: `${what}, memory of all processes`, unit: 'MB', measured: omen.memoryMb, goal: { atMost: 1200 } },
        { what: `${what}, processor time a sample, scoring included`, unit: 'µs', measured: processor },
      )
      if (before !== undefined)
        figures.push({
          what: `${what}: processor time by that of a tenth of them`,
          unit: '×',
          goal: { atMost: 11 },
          measured: (10 * processor) / before,
          note: 'ten times the series send ten times the samples',
        })
      before = processor
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
            measured: rate / rival.rate,
            ...(series === 10_000 && { goal: { atLeast: 0.5 } }),
          },
        )
    }
    return figures
  },
}

/** Samples a second apart, from four hours ago on, as Prometheus scrapes them: all series, then all of them again. */
function makeBodies(seriesCount: number): Bodies {
  const start = Math.floor(Date.now() / 1000) * 1000 - 4 * 3_600_000
  const labels = Array.from({ length: seriesCount }, (_, series) => labelsOf(series))
  const firstBatches = Math.max(1, seriesCount / BATCH_SAMPLES)
  const made = Array.from({ length: firstBatches + BATCHES }, (_, batch) => {
    const body = Buffer.allocUnsafe(BATCH_SAMPLES * MAX_SERIES_BYTES)
    let at = 0
    for (let row = 0; row < BATCH_SAMPLES; row++) {
      const index = batch * BATCH_SAMPLES + row
      const time = start + Math.floor(index / seriesCount) * 1000
      at = writeSeries(body, at, labels[index % seriesCount]!, time, Math.round(1000 * Math.sin(index)) / 10)
    }
    return compressSnappy(body.subarray(0, at))
  })
  return { first: made.slice(0, firstBatches), measured: made.slice(firstBatches) }
}

function samplesOf({ first, measured }: Bodies): number {
  return (first.length + measured.length) * BATCH_SAMPLES
}

function hasVictoriaMetrics(): boolean {
  return spawnSync('victoria-metrics', ['-version']).error === undefined
}

async function measureVictoria(data: string, bodies: Bodies): Promise<{ rate: number; memoryMb: number }> {
  mkdirSync(data, { recursive: true })
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn('victoria-metrics', [`-storageDataPath=${data}`, `-httpListenAddr=${address}`], {
    stdio: 'ignore',
  })
  try {
    await untilHealthy(`http://${address}/health`)
    const memory = watchMemory(child.pid!)
    const seconds = await sendBatches(`http://${address}/api/v1/write`, bodies, SENDING)
    return { rate: (BATCHES * BATCH_SAMPLES) / seconds, memoryMb: memory.stop().all }
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
