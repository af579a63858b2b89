import type { Frame, SeriesKey } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import type { Confounder } from './fault.ts'

export const PIPELINE_FAULTS = ['cpu_busy', 'heap_mb', 'disk_ms', 'retransmits', 'stop'] as const
export type PipelineFault = (typeof PIPELINE_FAULTS)[number]

/** An incident of a pipeline; the cause of a worker that stopped is any of its series. */
export type PipelineIncident = {
  readonly frame: Frame
  readonly reported: { readonly start: number; readonly end: number }
  isCause(cause: { readonly metric: string; readonly instance: string }): boolean
}

const METRICS = ['cpu_busy', 'heap_mb', 'disk_ms', 'retransmits', 'queue', 'wait_ms', 'done_per_s'] as const
const STAGES = ['receive', 'parse', 'enrich', 'store'] as const

const SECOND = 1000
const MINUTE = 60 * SECOND
const START = Date.UTC(2025, 4, 12, 14)
const BEFORE_S = 60 * 60
const AFTER_S = 12 * 60
/** So much waiting work of a stage, in seconds of its usual load, makes the stage before it hold back. */
const FULL_S = 30

/** One of the workers of a stage: what it gets, what it can do, its usual values and the noise of its first four metrics. */
type Worker = {
  readonly stage: number
  readonly name: string
  readonly share: number
  readonly usual: number
  readonly capacity: number
  readonly idle: number
  readonly levels: readonly number[]
  readonly noise: readonly number[]
  readonly ownMs: number
}

type Trouble = {
  readonly kind: PipelineFault
  readonly worker: number
  /** Seconds since the first sample. */
  readonly at: number
  /** Of its resource, in units of its noise, and how long it takes to grow. */
  readonly spreads: number
  readonly growsS: number
  /** After `lagS` only this part of the work can be done. */
  readonly health: number
  readonly lagS: number
}

/**
 * Four stages of workers with queues, second by second: work that cannot be done waits, a full stage holds the one before it back and leaves the next ones idle.
 * A fault takes a resource of one worker and then a part of what it can do; all else follows from the queues. Written to judge a ranking whose weights were
 * chosen on other systems, before any ranking of it was looked at. One seed, one incident.
 */
export function simulatePipeline(
  kind: PipelineFault,
  stepMs: number,
  seed: number,
  beside?: Confounder,
): PipelineIncident {
  const random = createRandom(seed)
  const workers = drawWorkers(random)
  const trouble = drawTrouble(kind, workers.length, beside === 'small root', random)
  const surge = beside === 'surge' ? between(0.4, 1, random) : 0
  const seconds = runPipeline(workers, trouble, surge, random)
  if (beside === 'earlier jump') jumpElsewhere(seconds, workers, trouble, random)
  const perStep = stepMs / SECOND
  const rows = Math.floor((BEFORE_S + AFTER_S) / perStep)
  const columns = seconds.map((column, place) => sampleColumn(column, perStep, rows, isMean(place), random))
  const isGone = random() < 0.5
  if (kind === 'stop') {
    const first = Math.ceil(trouble.at / perStep)
    for (const [m] of METRICS.entries())
      columns[trouble.worker * METRICS.length + m]!.fill(isGone ? Number.NaN : 0, first)
  }
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * stepMs)
  const series = workers.flatMap(({ name }) => METRICS.map((metric) => keyOf(metric, name)))
  const at = START + trouble.at * SECOND
  const { name } = workers[trouble.worker]!
  return {
    frame: { times, stepMs, series, columns },
    reported: { start: Math.round(at + (2 * random() - 1) * MINUTE), end: times[rows - 1]! },
    isCause: ({ metric, instance }) => instance === name && (kind === 'stop' || metric === kind),
  }
}

function keyOf(metric: string, instance: string): SeriesKey {
  return { id: `${metric}[${instance}]`, metric, instance }
}

function drawWorkers(random: Random): Worker[] {
  const rate = between(50, 2_000, random)
  return STAGES.flatMap((stageName, stage) => {
    const weights = Array.from({ length: 2 + Math.floor(4 * random()) }, () => between(0.8, 1.25, random))
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.map((weight, k) => {
      const usual = (rate * weight) / sum
      return {
        stage,
        name: `${stageName}-${k + 1}`,
        share: weight / sum,
        usual,
        capacity: usual / between(0.35, 0.7, random),
        idle: between(2, 15, random),
        levels: [
          between(20, 60, random),
          between(150, 6_000, random),
          between(0.5, 20, random),
          between(0.2, 8, random),
        ],
        noise: [0.02, 0.004, 0.08, 0.15].map((min) => between(min, 6 * min, random)),
        ownMs: between(2, 80, random),
      }
    })
  })
}

function drawTrouble(kind: PipelineFault, workers: number, isSmall: boolean, random: Random): Trouble {
  return {
    kind,
    worker: Math.floor(workers * random()),
    at: BEFORE_S + 60 * random(),
    spreads: isSmall ? between(5, 10, random) : between(8, 100, random),
    growsS: kind === 'heap_mb' ? between(120, 480, random) : between(1, 20, random),
    health: between(0.15, 0.6, random),
    lagS: between(2, 40, random),
  }
}

/** Values of each second, `worker * 7 + metric`. */
function runPipeline(workers: readonly Worker[], trouble: Trouble, surge: number, random: Random): Float64Array[] {
  const length = BEFORE_S + AFTER_S
  const columns = Array.from({ length: workers.length * METRICS.length }, () => new Float64Array(length))
  const queues = new Float64Array(workers.length)
  const waves = workers.map(() => new Float64Array(4))
  const rate = workers.reduce((sum, { stage, usual }) => sum + (stage === 0 ? usual : 0), 0)
  let arriving = STAGES.map(() => rate)
  let visits = 0
  for (let second = 0; second < length; second++) {
    visits = 0.995 * visits + 0.008 * normal(random)
    const offered = rate * Math.max(0.2, 1 + visits + (second >= trouble.at - 60 ? surge : 0) + 0.03 * normal(random))
    const elapsed = second - trouble.at
    const waiting = STAGES.map((_, stage) => sumOf(workers, stage, (k) => queues[k]!) / rate)
    const passed = STAGES.map(() => 0)
    arriving[0] = offered
    for (const [k, worker] of workers.entries()) {
      const isFaulty = k === trouble.worker && elapsed >= 0
      const own = isFaulty ? effectOf(trouble, elapsed) : { resource: 0, health: 1 }
      const held = (waiting[worker.stage + 1] ?? 0) > FULL_S ? 0.4 : 1
      const can = worker.capacity * own.health * held
      const come = arriving[worker.stage]! * shareOf(worker, workers, trouble, elapsed)
      const done = Math.min(queues[k]! + come, can)
      queues[k] = queues[k]! + come - done
      passed[worker.stage]! += done
      const load = done / worker.capacity
      // What takes the processor from the work keeps it busy
      const busy = trouble.kind === 'cpu_busy' ? load / own.health : load
      const wave = waves[k]!
      for (let m = 0; m < 4; m++) wave[m] = 0.9 * wave[m]! + 0.436 * normal(random)
      const level = (m: number): number =>
        worker.levels[m]! *
        (1 + worker.noise[m]! * (wave[m]! + (trouble.kind === METRICS[m] && isFaulty ? own.resource : 0)))
      const values = [
        Math.min(100, worker.idle + level(0) * (0.3 + busy)),
        level(1) * (1 + 0.002 * Math.min(200, queues[k]! / worker.usual)),
        Math.max(0.01, level(2)) * (0.8 + 0.4 * load),
        Math.max(0, level(3)),
        Math.round(queues[k]!),
        worker.ownMs / (1 - Math.min(0.97, load)) + (SECOND * queues[k]!) / Math.max(can, 0.01 * worker.capacity),
        done,
      ]
      for (const [m, value] of values.entries()) columns[k * METRICS.length + m]![second] = value
    }
    arriving = STAGES.map((_, stage) => (stage === 0 ? rate : passed[stage - 1]!))
  }
  return columns
}

/** Where a worker stopped, the others of its stage get new work after a while; what came until then waits there for good. */
function shareOf(worker: Worker, workers: readonly Worker[], trouble: Trouble, elapsed: number): number {
  const stopped = workers[trouble.worker]!
  if (trouble.kind !== 'stop' || stopped.stage !== worker.stage || elapsed < trouble.lagS) return worker.share
  return worker === stopped ? 0 : worker.share / (1 - stopped.share)
}

function effectOf({ kind, spreads, growsS, health, lagS }: Trouble, elapsed: number) {
  if (kind === 'stop') return { resource: 0, health: 0 }
  const grown = Math.min(1, elapsed / growsS)
  const strain = kind === 'heap_mb' ? Math.max(0, (grown - 0.3) / 0.7) : elapsed >= lagS ? 1 : 0
  return { resource: spreads * grown, health: 1 - (1 - health) * strain }
}

/** A resource of another worker goes as far as many faults, two minutes before, and stays. */
function jumpElsewhere(
  columns: readonly Float64Array[],
  workers: readonly Worker[],
  { worker, at }: Trouble,
  random: Random,
): void {
  const other = (worker + 1 + Math.floor((workers.length - 1) * random())) % workers.length
  const metric = Math.floor(3 * random())
  const factor = 1 + between(15, 40, random) * workers[other]!.noise[metric]!
  const column = columns[other * METRICS.length + metric]!
  const max = METRICS[metric] === 'cpu_busy' ? 100 : Number.POSITIVE_INFINITY
  for (let second = Math.ceil(at) - 120; second < column.length; second++)
    column[second] = Math.min(max, column[second]! * factor)
}

function sumOf(workers: readonly Worker[], stage: number, value: (worker: number) => number): number {
  return workers.reduce((sum, worker, k) => sum + (worker.stage === stage ? value(k) : 0), 0)
}

/** Rates and shares are means over the time since the last sample; the heap, the queue and what waits in it are read. */
function isMean(place: number): boolean {
  return ![1, 4, 5].includes(place % METRICS.length)
}

/** Four digits are kept, and one sample in 200 is missing. */
function sampleColumn(
  seconds: Float64Array,
  perStep: number,
  rows: number,
  isMeanOfStep: boolean,
  random: Random,
): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => {
    if (random() < 0.005) return Number.NaN
    const end = row * perStep
    const from = isMeanOfStep ? Math.max(0, end - perStep + 1) : end
    let sum = 0
    for (let second = from; second <= end; second++) sum += seconds[second]!
    return Number((sum / (end - from + 1)).toPrecision(4))
  })
}

function between(low: number, high: number, random: Random): number {
  return low * (high / low) ** random()
}
