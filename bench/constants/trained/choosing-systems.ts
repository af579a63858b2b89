import { buildFrame, type Frame, parseSeriesName } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'

/** Rows a day of the systems that have days. */
export const DAY = 288
const START = Date.UTC(2025, 4, 1)
const MINUTE = 60_000

/** Simulated metrics of one system: the values of a row, in the order of `deviations`. */
type OpenSystem = (random: Random) => (row: number) => readonly number[]

/** A kind of system that constants are chosen on: other curves, noise and coupling than in the tables that judge them. */
export type ChoosingSystem = {
  readonly what: string
  /** The deviation of each metric about what is known of its row. */
  readonly deviations: readonly number[]
  readonly open: OpenSystem
}

/** Values by metric, training and what follows it. */
export type OpenedSystem = {
  readonly columns: readonly Float64Array[]
  readonly deviations: readonly number[]
  readonly stepMs: number
}

/** Systems that are trained for days, by five minutes. */
export const longSystems: readonly ChoosingSystem[] = [
  { what: 'one load with two peaks a day', deviations: [2, 1, 3, 2], open: sharedLoad },
  { what: 'metrics of different kinds', deviations: [4, 5, 1, 0.03], open: differentMetrics },
  { what: 'correlated noise', deviations: [1, 1, 1], open: correlatedGauges },
  { what: 'states that return', deviations: [1, 2, 1], open: returningStates },
  { what: 'counts', deviations: [0.7, 3, 2], open: countedEvents },
  { what: 'a swing of changing size', deviations: [1.5, 1, 2], open: changingSwing },
  { what: 'skewed values', deviations: [4, 2, 1], open: skewedValues },
  { what: 'a job that takes its time', deviations: [2, 1, 1.5], open: scheduledJob },
  { what: 'many workers of one queue', deviations: Array(12).fill(1), open: workers },
]

/** Systems without a day, which are trained for some hundreds of rows, by the second. */
export const shortSystems: readonly ChoosingSystem[] = [
  { what: 'sensors of a pump', deviations: [0.6, 1, 0.5, 0.8, 0.3], open: pump },
  { what: 'a controller that oscillates', deviations: [1, 1, 1], open: oscillation },
  { what: 'sensors of their own', deviations: [1, 1, 1, 1], open: ownSensors },
  { what: 'a level that wanders', deviations: [1, 1, 1], open: wanderingLevel },
  { what: 'a cycle of two steps', deviations: [0.5, 1, 0.7], open: twoSteps },
]

/** So many rows of a system; those of another seed are another system of its kind. */
export function openSystem(
  { deviations, open }: ChoosingSystem,
  seed: number,
  rows: number,
  stepMs: number,
): OpenedSystem {
  const valuesOf = open(createRandom(seed))
  const columns = deviations.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++) for (const [k, value] of valuesOf(row).entries()) columns[k]![row] = value
  return { columns, deviations, stepMs }
}

/** Some rows of columns that begin when the simulation does; each six of many are a group, else each two. */
export function frameOf(columns: readonly Float64Array[], stepMs: number, from: number, to: number): Frame {
  const times = Float64Array.from({ length: to - from }, (_, k) => START + (from + k) * stepMs)
  return buildFrame(
    columns.map((_, k) => parseSeriesName(`m${k}[a]:${1 + Math.floor(k / (columns.length > 5 ? 6 : 2))}`)),
    times,
    columns.map((column) => column.slice(from, to)),
  )
}

/** The step of systems that are trained for days, and of the others. */
export const LONG_STEP_MS = 5 * MINUTE
export const SHORT_STEP_MS = 1000

/** Noise of deviation 1 in which a row keeps a share of the one before. */
function follower(random: Random, share: number, step: (random: Random) => number = normal): () => number {
  let x = step(random)
  return () => {
    x = share * x + Math.sqrt(1 - share * share) * step(random)
    return x
  }
}

function wave(row: number, phase = 0): number {
  return Math.sin((2 * Math.PI * row) / DAY + phase)
}

function sharedLoad(random: Random): (row: number) => readonly number[] {
  const [common, ...own] = Array.from({ length: 5 }, () => follower(random, 0.3))
  return (row) => {
    const load = 10 + 4 * wave(row) + 2 * wave(2 * row, 1) + common!()
    return [30 + 2 * load + 1.3 * own[0]!(), 5 + load, 80 - 3 * load + 2 * own[2]!(), load ** 1.3 + own[3]!()]
  }
}

function differentMetrics(random: Random): (row: number) => readonly number[] {
  const [slow, fast] = [follower(random, 0.9), follower(random, 0.4)]
  return (row) => {
    const mean = 25 * (1.2 + wave(row, 2))
    return [
      100 + 30 * Math.max(0, wave(row, 1)) + 4 * fast(),
      countOf(random, mean),
      -3 + slow(),
      1 / (1 + Math.exp(-1.5 * wave(row) - 0.15 * normal(random))),
    ]
  }
}

function correlatedGauges(random: Random): () => readonly number[] {
  const [common, ...own] = [0.95, 0.95, 0.8, 0.6].map((share) => follower(random, share))
  return () => {
    const shared = common!()
    return own.map((one, k) => 20 * (k + 1) + 0.7 * shared + 0.7 * one())
  }
}

/** Three states, each for some hours. */
function returningStates(random: Random): () => readonly number[] {
  const levels = [
    [10, 40, 0],
    [22, 40, 8],
    [22, 75, 3],
  ]
  const own = [0.5, 0.5, 0.2].map((share) => follower(random, share))
  let state = 0
  return () => {
    if (random() < 1 / 50) state = (state + (random() < 0.5 ? 1 : 2)) % 3
    return levels[state]!.map((level, k) => level + (k === 1 ? 2 : 1) * own[k]!())
  }
}

function countedEvents(random: Random): (row: number) => readonly number[] {
  return (row) => [
    countOf(random, 0.5),
    countOf(random, 9 + 4 * wave(row)),
    countOf(random, 3 * -Math.log(1 - random()) * 0.6),
  ]
}

function changingSwing(random: Random): (row: number) => readonly number[] {
  const size = follower(random, 0.999)
  const own = [0.7, 0.5, 0.7].map((share) => follower(random, share))
  return (row) => {
    const swing = 12 * Math.exp(0.15 * size()) * wave(row)
    return [50 + swing + 1.5 * own[0]!(), 7 + own[1]!(), 200 - swing + 2 * own[2]!()]
  }
}

function skewedValues(random: Random): (row: number) => readonly number[] {
  const [first, second, third] = [follower(random, 0.6), follower(random, 0.3), follower(random, 0.5, studentFive)]
  return (row) => [10 * Math.exp(0.4 * first!()), 6 + 2 * wave(row) + 2 * Math.max(0, second!()) ** 2, third!()]
}

/** Each six hours by the clock, some minutes late, and what it left is worked off. */
function scheduledJob(random: Random): (row: number) => readonly number[] {
  const own = [0.4, 0.6, 0.4].map((share) => follower(random, share))
  let [left, late] = [0, 0]
  return (row) => {
    if (row % 72 === 0) late = Math.floor(3 * random())
    if (row % 72 === 30 + late) left = 40 + 4 * normal(random)
    left *= 0.85
    return [15 + left + 2 * own[0]!(), 60 + 0.5 * left + own[1]!(), 4 * wave(row) + 1.5 * own[2]!()]
  }
}

/** Twelve that share what comes, each with a load of its own and some with a slower part of it. */
function workers(random: Random): (row: number) => readonly number[] {
  const common = follower(random, 0.6)
  const own = Array.from({ length: 12 }, (_, k) => follower(random, 0.2 + 0.06 * k))
  return (row) => {
    const load = 5 * wave(row, 0.5) + 2 * wave(2 * row) + 0.6 * common()
    return own.map((one, k) => 40 + 3 * k + load * (0.5 + 0.1 * k) + 0.9 * one())
  }
}

function pump(random: Random): () => readonly number[] {
  const [flow, heat, ...own] = [0.9, 0.97, 0.2, 0.2, 0.5, 0.2, 0.2].map((share) => follower(random, share))
  return () => {
    const [a, b] = [flow!(), heat!()]
    return [
      32 + a + 0.6 * own[0]!(),
      5 + 0.4 * a * a + own[1]!(),
      70 + 2 * b + 0.5 * own[2]!(),
      2 + a * b * 0.5 + 0.8 * own[3]!(),
      230 + 0.3 * own[4]!(),
    ]
  }
}

function oscillation(random: Random): () => readonly number[] {
  const own = [0.3, 0.6, 0.3].map((share) => follower(random, share))
  let [before, last] = [0, 0]
  return () => {
    const next = 1.9 * last - 0.96 * before + 0.5 * normal(random)
    ;[before, last] = [last, next]
    return [50 + next + own[0]!(), 20 - 0.5 * before + own[1]!(), own[2]!()]
  }
}

function ownSensors(random: Random): () => readonly number[] {
  const own = [0.3, 0.8, 0.9, 0.5].map((share) => follower(random, share))
  return () => own.map((one, k) => 10 * k + one())
}

function wanderingLevel(random: Random): () => readonly number[] {
  const own = [0.3, 0.5, 0.7].map((share) => follower(random, share))
  let level = 0
  return () => {
    level += 0.04 * normal(random)
    return [level + own[0]!(), 3 - 2 * level + own[1]!(), 12 + own[2]!()]
  }
}

function twoSteps(random: Random): (row: number) => readonly number[] {
  const own = [0.2, 0.6, 0.4].map((share) => follower(random, share))
  return (row) => {
    const isOn = (row + 2 * normal(random)) % 45 < 28
    return [(isOn ? 8 : 1) + 0.5 * own[0]!(), (isOn ? 30 : 34) + own[1]!(), (isOn ? 0.2 : 0) + 0.7 * own[2]!()]
  }
}

/** Poisson's distribution. */
function countOf(random: Random, mean: number): number {
  let count = -1
  for (let left = mean; left > 0; count++) left += Math.log(1 - random())
  return Math.max(0, count)
}

/** Student's distribution of five degrees, with deviation 1. */
function studentFive(random: Random): number {
  let squares = 0
  for (let k = 0; k < 5; k++) squares += normal(random) ** 2
  return normal(random) * Math.sqrt(3 / squares)
}
