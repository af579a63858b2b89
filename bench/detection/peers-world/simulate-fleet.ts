import type { Frame } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { correlatedNoise, student } from '../noise.ts'

/** How the instances of a fleet differ while nothing is wrong. Their deviation is 1 in all of them, unless the load widens it. */
export type FleetKind = {
  name: string
  /** The part of the deviation that stays with an instance for good, and the memory of the rest from one row to the next. */
  lasting: number
  memory: number
  /** Every second instance runs this much higher. */
  modes?: number
  /** Noise of Student's distribution with three degrees, for one value in so many rows that lasts. */
  isHeavy?: boolean
  /** The deviation grows with the daily load. */
  isWidening?: boolean
  /** Values are missing, and instances come late or leave early. */
  isMissing?: boolean
  /** Instances of all sizes: each has a level and a load by its own size, up to these many times the smallest. */
  sizes?: number
}

/** One deviating instance, in rows. */
export type Fault = { column: number; fromRow: number; toRow: number; side: 1 | -1 }

export type Fleet = { frame: Frame; faults: Fault[] }

export const FLEET_KINDS: readonly FleetKind[] = [
  { name: 'alike, without memory', lasting: 0, memory: 0 },
  { name: 'alike, memory 0.8', lasting: 0.2, memory: 0.8 },
  { name: 'unlike, memory 0.5', lasting: 0.5, memory: 0.5 },
  { name: 'deviation grows with the load', lasting: 0.3, memory: 0.5, isWidening: true },
  { name: 'two modes', lasting: 0.5, memory: 0.5, modes: 12 },
  { name: 'heavy tails', lasting: 0.3, memory: 0.5, isHeavy: true },
  { name: 'missing values and members', lasting: 0.3, memory: 0.5, isMissing: true },
]

/** Fleets that only their past tells how to compare. */
export const UNLIKE_KINDS: readonly FleetKind[] = [
  { name: 'three sizes', lasting: 0.3, memory: 0.5, sizes: 3 },
  { name: 'ten sizes, memory 0.8', lasting: 0.3, memory: 0.8, sizes: 10 },
]

const MINUTE = 60_000
const DAY = 1440
/** 1.4826 times the median distance from the middle, of Student's distribution with three degrees. */
const HEAVY_DEVIATION = 1.134

/** With a past, faults lie in the rows after it. */
export type FleetSize = {
  members: number
  rows: number
  faultRows: readonly [min: number, max: number]
  pastRows?: number
}

/**
 * Instances under one daily load and one wandering level, a tenth of them (at least one) off by `shift` robust deviations: one fleet in four for
 * good, else for one to three hours. Every fifth fleet has no fault.
 */
export function simulateFleet(kind: FleetKind, size: FleetSize, shift: number, seed: number): Fleet {
  const { members, rows } = size
  const random = createRandom(seed)
  const isForGood = seed % 4 === 0
  const faults = seed % 5 === 0 ? [] : pickFaults(size, isForGood, random)
  const load = Float64Array.from({ length: rows }, (_, row) => Math.sin((2 * Math.PI * row) / DAY))
  const wandering = wander(rows, random)
  const columns = Array.from({ length: members }, (_, column) => {
    const noise = simulateNoise(kind, rows, random)
    const level = 50 + (column % 2 === 1 ? (kind.modes ?? 0) : 0)
    const size = kind.sizes === undefined ? 1 : 1 + (kind.sizes - 1) * random()
    const own = faults.filter((fault) => fault.column === column)
    const values = noise.map((value, row) => {
      const fault = own.find(({ fromRow, toRow }) => row >= fromRow && row < toRow)
      const scale = kind.isWidening ? 1 + 0.7 * load[row]! : 1
      return (
        size * (level + 20 * load[row]! + wandering[row]!) +
        scale * (value + (fault === undefined ? 0 : fault.side * shift))
      )
    })
    if (kind.isMissing) leaveOut(values, random)
    return values
  })
  const series = columns.map((_, k) => ({ id: `cpu[i${k}]`, metric: 'cpu', instance: `i${k}` }))
  const times = Float64Array.from({ length: rows }, (_, row) => row * MINUTE)
  return { frame: { times, stepMs: MINUTE, series, columns }, faults }
}

function pickFaults(
  { members, rows, faultRows, pastRows = 0 }: FleetSize,
  isForGood: boolean,
  random: Random,
): Fault[] {
  const [min, max] = faultRows
  const count = Math.max(1, Math.round(members / 10))
  return Array.from({ length: count }, (_, k) => {
    const length = isForGood ? rows - pastRows : min + Math.floor(random() * (max - min))
    const fromRow = pastRows + Math.floor(random() * (rows - pastRows - length))
    const column = Math.floor(((k + random()) * members) / count)
    return { column, fromRow, toRow: fromRow + length, side: random() < 0.5 ? -1 : 1 }
  })
}

function wander(rows: number, random: Random): Float64Array {
  let level = 0
  return Float64Array.from({ length: rows }, () => {
    level = 0.98 * level + 0.3 * normal(random)
    return level
  })
}

function simulateNoise({ lasting, memory, isHeavy }: FleetKind, rows: number, random: Random): Float64Array {
  const own = lasting * normal(random)
  const rest = Math.sqrt(1 - lasting * lasting)
  const draw = () => (isHeavy ? student(random, 3) / HEAVY_DEVIATION : normal(random))
  return correlatedNoise(memory, rows, draw).map((value) => own + rest * value)
}

function leaveOut(values: Float64Array, random: Random): void {
  for (let row = 0; row < values.length; row++) if (random() < 0.05) values[row] = Number.NaN
  if (random() < 0.1) values.fill(Number.NaN, 0, Math.floor(random() * values.length))
  if (random() < 0.1) values.fill(Number.NaN, Math.floor(random() * values.length))
}
