import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { processIo } from '../../packages/cli/src/io/io.ts'
import { run as omen } from '../../packages/cli/src/run.ts'
import { createStreamDetector, restoreStreamDetector, type StreamSize } from '../../packages/engine/src/index.ts'
import { median } from '../../packages/engine/src/stats/quantile.ts'
import { createRandom, normal } from '../../packages/engine/src/stats/random.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost } from './figure.ts'

const STEP_MS = 300_000
const START = Date.UTC(2026, 0, 5)
const BLOCK = 100_000
const BLOCKS = 10
const FILE_ROWS = 300_000
const MANY = 1_000
const MANY_ROWS = 1_000
const MAX_BYTES = 65_536
const SIZES: readonly { size: StreamSize; bytes: number }[] = [
  { size: 'standard', bytes: 24_000 },
  { size: 'small', bytes: MAX_BYTES },
  { size: 'large', bytes: MAX_BYTES },
]

/**
 * What the stream detector costs: processor time of a point, all channels on, the middle of ten blocks of 100,000 points of a noisy
 * daily wave, and the bytes it is saved as after the million. A point of a thousand series in turn. Then `omen score` over a file, reading and writing included.
 */
export async function run(): Promise<Measurement[]> {
  const values = simulate(BLOCK)
  return [
    ...SIZES.flatMap(({ size, bytes }) => costOf(size, bytes, values)),
    costOfMany(values),
    await speedOfCommand(values),
  ]
}

function costOf(size: StreamSize, max: number, values: Float64Array): Measurement[] {
  const detector = createStreamDetector({ size })
  const micros = Array.from({ length: BLOCKS }, (_, block) => {
    const before = process.cpuUsage()
    for (let k = 0; k < BLOCK; k++) detector.push(START + (block * BLOCK + k) * STEP_MS, values[k]!)
    return spentMicros(before) / BLOCK
  })
  const saved = detector.save()
  if (restoreStreamDetector(saved).count !== BLOCK * BLOCKS) throw new Error('the detector was not restored whole')
  return [
    atMost(`a point, ${size} state`, 10, median(micros), 'µs'),
    atMost(`${size} state after ${(BLOCK * BLOCKS).toLocaleString('en')} points`, max, saved.length, 'B'),
  ]
}

/** A point of many series in turn, whose states do not fit into the cache of a processor together. */
function costOfMany(values: Float64Array): Measurement {
  const detectors = Array.from({ length: MANY }, () => createStreamDetector())
  const before = process.cpuUsage()
  for (let row = 0; row < MANY_ROWS; row++)
    for (let k = 0; k < MANY; k++) detectors[k]!.push(START + row * STEP_MS, values[row + 17 * k]!)
  const micros = spentMicros(before) / (MANY * MANY_ROWS)
  return atMost(`a point of ${MANY.toLocaleString('en')} series in turn, standard state`, 5, micros, 'µs')
}

async function speedOfCommand(values: Float64Array): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'omen-score-'))
  try {
    const table = join(folder, 'table.csv')
    writeFileSync(table, tableOf(values))
    const before = process.cpuUsage()
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
    const exit = await omen(['score', table, '--out', join(folder, 'scores.csv')], { ...processIo(), stderr: silent })
    if (exit !== 0) throw new Error(`omen score ended with ${exit}`)
    return atLeast('omen score of one series, a core', 100_000, FILE_ROWS / (spentMicros(before) / 1e6), 'rows/s')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function spentMicros(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function tableOf(values: Float64Array): string {
  const rows = Array.from({ length: FILE_ROWS }, (_, k) => {
    const time = new Date(START + k * STEP_MS).toISOString().slice(0, 19).replace('T', ' ')
    return `${time},${values[k % BLOCK]!.toFixed(3)}\n`
  })
  return `timestamp,value\n${rows.join('')}`
}

function simulate(rows: number): Float64Array {
  const random = createRandom(42)
  return Float64Array.from({ length: rows }, (_, k) => 50 + 20 * Math.sin((2 * Math.PI * k) / 288) + 2 * normal(random))
}
