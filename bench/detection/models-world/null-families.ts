import { buildFrame, type Frame, parseSeriesName } from '../../../packages/engine/src/index.ts'
import { localClock } from '../../../packages/engine/src/series/local-clock.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { student } from '../noise.ts'

/** Rows a day, at five minutes. */
export const DAY = 288
const STEP_MS = 300_000
const SERIES = 3

/** A time zone that the model is given, and when the first row is there. */
type LocalStart = { timeZone: string; start: number }

/** A kind of series in which nothing happens, or something that is accepted within a day; by UTC without a local start. */
export type NullFamily = {
  name: string
  localStart?: LocalStart
  /** Changes that are to be reported once in each system. */
  changes?: number
  open(random: Random, trainedRows: number): (row: number) => number
}

/** Clocks are changed on the third day after two weeks of training: forward, and back. */
const SPRING: LocalStart = { timeZone: 'Europe/Berlin', start: Date.UTC(2026, 2, 13) }
const AUTUMN: LocalStart = { timeZone: 'Europe/Berlin', start: Date.UTC(2026, 9, 9) }

const wave = (row: number): number => Math.sin((2 * Math.PI * row) / DAY)

/** Families of series in which nothing goes wrong. */
export const nullFamilies: readonly NullFamily[] = [
  { name: 'noise', open: (random) => () => 50 + normal(random) },
  { name: 'daily rhythm', open: (random) => (row) => 100 + 20 * wave(row) + 2 * normal(random) },
  { name: 'autoregression .9', open: (random) => autoregression(random, 0.9) },
  { name: 'autoregression .99', open: (random) => autoregression(random, 0.99) },
  { name: 'random walk', open: (random) => autoregression(random, 1) },
  { name: 'Student with 3 degrees', open: (random) => () => 50 + student(random, 3) },
  { name: 'log-normal', open: (random) => () => 10 * Math.exp(normal(random)) },
  { name: 'zero-inflated', open: (random) => () => (random() < 0.7 ? 0 : 20 * -Math.log(1 - random())) },
  { name: 'rare counts', open: (random) => () => (random() < 0.002 ? 1 + Math.floor(3 * random()) : 0) },
  { name: 'Poisson of .3', open: (random) => () => poisson(random, 0.3) },
  { name: 'counter with resets', open: counter },
  { name: 'counter that rarely grows', open: rareCounter },
  { name: 'point mass at the limit', open: (random) => () => Math.min(100, 100 + 8 * normal(random)) },
  { name: 'two values', open: (random) => () => (random() < 0.5 ? 10 : 20) },
  { name: 'two levels at random', open: twoLevels },
  { name: 'constant', open: () => () => 7 },
  { name: 'volatility in bursts', open: garch },
  { name: 'amplitude that grows 3 % a day', open: growing },
  { name: 'daylight saving', changes: 1, open: shiftedDay },
  { name: 'daylight saving, time zone given', localStart: SPRING, open: (random) => localDay(random, SPRING) },
  {
    name: 'the end of daylight saving, time zone given',
    localStart: AUTUMN,
    open: (random) => localDay(random, AUTUMN),
  },
  { name: 'level that stays', changes: 1, open: stayingLevel },
]

/** Three series of a family, a system of its own for each seed: training, and the rows after it. */
export function simulateNull(
  family: NullFamily,
  seed: number,
  trainedRows: number,
  rows: number,
): { training: Frame; rest: Frame } {
  const columns = Array.from({ length: SERIES }, (_, k) => {
    const value = family.open(createRandom(7919 * seed + k + 1), trainedRows)
    return Float64Array.from({ length: trainedRows + rows }, (_, row) => value(row))
  })
  const series = columns.map((_, k) => parseSeriesName(`m${k}[a]`))
  const from = family.localStart?.start ?? Date.UTC(2026, 0, 5)
  const frameOf = (start: number, end: number): Frame =>
    buildFrame(
      series,
      Float64Array.from({ length: end - start }, (_, k) => from + (start + k) * STEP_MS),
      columns.map((column) => column.slice(start, end)),
    )
  return { training: frameOf(0, trainedRows), rest: frameOf(trainedRows, trainedRows + rows) }
}

function autoregression(random: Random, memory: number): () => number {
  const step = memory < 1 ? Math.sqrt(1 - memory * memory) : 0.1
  let state = memory < 1 ? normal(random) : 0
  return () => {
    state = memory * state + step * normal(random)
    return 50 + 5 * state
  }
}

function poisson(random: Random, mean: number): number {
  let count = 0
  for (let product = random(); product > Math.exp(-mean); product *= random()) count++
  return count
}

function counter(random: Random): () => number {
  let total = 0
  return () => {
    total = random() < 0.0007 ? 0 : total + Math.max(0, 100 + 10 * normal(random))
    return total
  }
}

function rareCounter(random: Random): () => number {
  let total = 0
  return () => {
    if (random() < 0.003) total += 1 + Math.floor(5 * random())
    return total
  }
}

function twoLevels(random: Random): () => number {
  let level = 0
  return () => {
    if (random() < 1 / 72) level = 1 - level
    return 40 + 20 * level + normal(random)
  }
}

function garch(random: Random): () => number {
  let variance = 1
  let last = 0
  return () => {
    variance = 0.05 + 0.1 * last * last + 0.85 * variance
    last = Math.sqrt(variance) * normal(random)
    return 50 + last
  }
}

function growing(random: Random): (row: number) => number {
  return (row) => 100 + 20 * 1.03 ** (row / DAY) * wave(row) + 2 * normal(random)
}

/** An hour earlier from the third day after the training on. */
function shiftedDay(random: Random, trainedRows: number): (row: number) => number {
  return (row) => {
    const shift = row < trainedRows + 2 * DAY ? 0 : DAY / 24
    return busyDay(row + shift) + 2 * normal(random)
  }
}

/** By the clocks of its time zone. */
function localDay(random: Random, { timeZone, start }: LocalStart): (row: number) => number {
  const clock = localClock(timeZone)
  return (row) => busyDay((clock(start + row * STEP_MS) - start) / STEP_MS) + 2 * normal(random)
}

function busyDay(row: number): number {
  return 100 + 20 * wave(row) + 8 * wave(3 * row)
}

function stayingLevel(random: Random, trainedRows: number): (row: number) => number {
  return (row) => (row < trainedRows + 2.3 * DAY ? 50 : 60) + normal(random)
}
