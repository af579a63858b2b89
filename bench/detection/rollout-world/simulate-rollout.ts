import type { Frame } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'
import { correlatedNoise, student } from '../noise.ts'

/** Metrics around a rollout; values have a deviation of 1 besides their rhythm, and neighbours a correlation of `memory`. */
export type RolloutKind = {
  name: string
  memory: number
  /** Values before and after the rollout. */
  before: number
  after: number
  /** Noise of Student's distribution with three degrees. */
  isHeavy?: boolean
  /** Height of a daily rhythm. */
  season?: number
  /** 5 minutes where it is left out. */
  stepMs?: number
  /** Instances that the rollout did not reach. */
  controls?: number
  /** Weeks on record before. */
  weeks?: number
}

export type SimulatedRollout = { frame: Frame; at: number; instances: string[] }

const STEP_MS = 300_000
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 5)
/** Standard deviation of Student's distribution with three degrees. */
const HEAVY = Math.sqrt(3)

/** One value every five minutes of `metrics` metrics, the first `changed` of them higher by `shift` deviations from the rollout on. */
export function simulateRollout(
  kind: RolloutKind,
  { metrics, changed, shift }: { metrics: number; changed: number; shift: number },
  seed: number,
): SimulatedRollout {
  const random = createRandom(seed)
  const stepMs = kind.stepMs ?? STEP_MS
  const day = DAY_MS / stepMs
  // Alone, a rhythm is met at any hour.
  const phase = kind.stepMs === undefined ? 0 : day * random()
  const atRow = kind.before + 7 * day * (kind.weeks ?? 0)
  const rows = atRow + kind.after
  const instances = Array.from({ length: 1 + (kind.controls ?? 0) }, (_, k) => `i${k}`)
  const series = Array.from({ length: metrics }, (_, k) => k).flatMap((k) =>
    instances.map((instance) => ({ id: `latency_${k}[${instance}]`, metric: `latency_${k}`, instance })),
  )
  const columns = series.map((_, place) => {
    const isChanged = place % instances.length === 0 && place / instances.length < changed
    const values = simulateNoise(kind, rows, random)
    return values.map((value, row) => {
      const rhythm = (kind.season ?? 0) * Math.sin((2 * Math.PI * (row + phase)) / day)
      return 50 + rhythm + value + (isChanged && row >= atRow ? shift : 0)
    })
  })
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * stepMs)
  return { frame: { times, stepMs, series, columns }, at: times[atRow]!, instances }
}

/** The windows of a kind, as options. */
export function windowsOf({ before, after, stepMs = STEP_MS }: RolloutKind): { beforeMs: number; afterMs: number } {
  return { beforeMs: before * stepMs, afterMs: after * stepMs }
}

function simulateNoise({ memory, isHeavy }: RolloutKind, rows: number, random: Random): Float64Array {
  const draw = () => (isHeavy ? student(random, 3) / HEAVY : normal(random))
  return correlatedNoise(memory, rows, draw)
}
