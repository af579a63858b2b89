import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../e2e/src/harness/free-port.ts'
import { compressSnappy } from '../../packages/server/src/protocols/snappy.ts'
import type { Budget, Measurement } from '../budget.ts'
import { watchMemory } from '../server/memory.ts'
import { remoteWriteHeaders as headers, labelsOf, maxSeriesBytes, writeSeries } from '../server/remote-write.ts'
import { type Bodies, runLoad, sendBatches } from '../server/send-batches.ts'

const batchSamples = 10_000
/** Ten million samples: in three million, V8 was still compiling for a third of the time. */
const batches = 1000
const connections = 4
const sending = { headers, connections }
const path = 'prometheus/api/v1/write'

export const ingestBudget: Budget = {
  name: 'ingest',
  title: `Prometheus remote_write in batches of ${batchSamples} samples, ${connections} at once, from a sender on the same machine`,
  async run(scratch) {
    const figures: Measurement[] = []
    let before: number | undefined
    for (const series of [1000, 10_000, 100_000]) {
      const bodies = makeBodies(series)
      const omen = await runLoad(join(scratch, `omen-${series}`), { ...bodies, ...sending, path, samplingInterval: 1 })
      const rate = (batches * batchSamples) / omen.seconds
      const sent = samplesOf(bodies)
      const processor = (omen.processorSeconds / (batches * batchSamples)) * 1e6
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
          ...{ what: `${what}: processor time by that of a tenth of them`, unit: '×', goal: { atMost: 11 } },
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
  const firstBatches = Math.max(1, seriesCount / batchSamples)
  const made = Array.from({ length: firstBatches + batches }, (_, batch) => {
    const body = Buffer.allocUnsafe(batchSamples * maxSeriesBytes)
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

function samplesOf({ first, measured }: Bodies): number {
  return (first.length + measured.length) * batchSamples
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
    const seconds = await sendBatches(`http://${address}/api/v1/write`, bodies, sending)
    return { rate: (batches * batchSamples) / seconds, memoryMb: memory.stop().all }
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
