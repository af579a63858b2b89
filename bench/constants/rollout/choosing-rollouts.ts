import type { Frame } from '../../../packages/engine/src/index.ts'
import { createRandom, normal, type Random } from '../../../packages/engine/src/stats/random.ts'

/** What a rollout does to a metric: nothing, a step, a leak that grows to its end, or a spread that becomes wider around the same middle. */
export type Effect = 'nothing' | 'step' | 'leak' | 'spread'

/** Metrics around a rollout that constants are chosen on: other noise, steps, windows and courses than those of the table that judges them. */
export type ChoosingRollout = {
  readonly what: string
  readonly stepMs: number
  readonly before: number
  readonly after: number
  /** Values whose deviation is 1. */
  open(random: Random): () => number
  /** What goes on anyway, in deviations, `part` of the way from the first value to the last. */
  course?(part: number, phase: number): number
  /** Instances that the rollout does not reach; what goes on anyway goes on in them as well. */
  readonly controls?: number
  readonly effects: readonly { readonly effect: Effect; readonly size: number }[]
}

const MINUTE = 60_000
const START = Date.UTC(2025, 8, 3, 5)
const NOTHING = { effect: 'nothing', size: 0 } as const

export const choosingRollouts: readonly ChoosingRollout[] = [
  {
    what: 'moving means of six values',
    stepMs: 2 * MINUTE,
    before: 300,
    after: 300,
    open: movingMeans,
    effects: [NOTHING, { effect: 'step', size: 1 }, { effect: 'spread', size: 3 }],
  },
  {
    what: 'few values',
    stepMs: 2 * MINUTE,
    before: 100,
    after: 80,
    open: movingMeans,
    effects: [NOTHING, { effect: 'step', size: 1.4 }],
  },
  {
    what: 'log-normal, autocorrelation 0.9',
    stepMs: 10 * MINUTE,
    before: 600,
    after: 400,
    open: logNormal,
    effects: [NOTHING, { effect: 'step', size: 1.2 }, { effect: 'leak', size: 3 }],
  },
  {
    what: 'independent values',
    stepMs: MINUTE,
    before: 180,
    after: 90,
    open: (random) => () => normal(random),
    effects: [NOTHING, { effect: 'step', size: 0.5 }, { effect: 'leak', size: 1.5 }, { effect: 'spread', size: 2.5 }],
  },
  {
    what: 'a load that grows all along',
    stepMs: 5 * MINUTE,
    before: 200,
    after: 200,
    open: movingMeans,
    course: (part) => 3 * part,
    effects: [NOTHING, { effect: 'step', size: 4 }],
  },
  {
    what: 'a part of a rhythm',
    stepMs: MINUTE,
    before: 240,
    after: 240,
    open: movingMeans,
    course: (part, phase) =>
      2 * Math.cos(2 * Math.PI * (part / 2 + phase)) + 0.5 * Math.sin(4 * Math.PI * (part / 2 + phase)),
    effects: [NOTHING, { effect: 'step', size: 5 }],
  },
  {
    what: 'two instances beside it',
    stepMs: 5 * MINUTE,
    before: 500,
    after: 250,
    open: logNormal,
    controls: 2,
    course: (part, phase) => 4 * Math.sin(2 * Math.PI * (3 * part + phase)),
    effects: [NOTHING, { effect: 'step', size: 1.4 }, { effect: 'leak', size: 3 }],
  },
]

/** One metric of a kind; the instance `reached` is the one that the effect is in. */
export function simulateChoosingRollout(
  { stepMs, before, after, open, course, controls = 0 }: ChoosingRollout,
  { effect, size }: ChoosingRollout['effects'][number],
  seed: number,
): { frame: Frame; at: number } {
  const random = createRandom(seed)
  const phase = random()
  const rows = before + after
  const instances = ['reached', ...Array.from({ length: controls }, (_, k) => `beside${k}`)]
  const columns = instances.map((instance) => {
    const next = open(random)
    return Float64Array.from({ length: rows }, (_, row) => {
      const since = instance === 'reached' ? (row - before + 1) / after : 0
      const wide = effect === 'spread' && since > 0 ? size : 1
      const moved = since <= 0 || effect === 'spread' ? 0 : effect === 'step' ? size : size * since
      return 80 + next() * wide + moved + (course?.(row / rows, phase) ?? 0)
    })
  })
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * stepMs)
  const series = instances.map((instance) => ({ id: `wait_time[${instance}]`, metric: 'wait_time', instance }))
  return { frame: { times, stepMs, series, columns }, at: times[before]! }
}

function movingMeans(random: Random): () => number {
  const latest = Array.from({ length: 6 }, () => normal(random))
  return () => {
    latest.shift()
    latest.push(normal(random))
    return latest.reduce((sum, value) => sum + value, 0) / Math.sqrt(6)
  }
}

function logNormal(random: Random): () => number {
  const [memory, width] = [0.9, 0.5]
  let x = normal(random)
  const middle = Math.exp(width ** 2 / 2)
  const deviation = middle * Math.sqrt(Math.expm1(width ** 2))
  return () => {
    x = memory * x + Math.sqrt(1 - memory ** 2) * normal(random)
    return (Math.exp(width * x) - middle) / deviation
  }
}
