import { createStreamDetector, type LabelledScores } from '../../../packages/engine/src/index.ts'
import { createRandom, type Random } from '../../../packages/engine/src/stats/random.ts'
import { injectedFaults } from '../../detection/stream-world/injected-faults.ts'
import { choosingQuiet } from './choosing-quiet.ts'
import { choosingWorlds, openChoosingSeries } from './choosing-series.ts'

const DAY_ROWS = 288
const ROWS = 14 * DAY_ROWS
/** As in NAB: rows that are not scored, and the length of a window as a part of the rows. */
const PROBATION = 600
const WINDOW = Math.round(0.05 * ROWS)
const PER_KIND = 3
const FAULTS = 2

/** A kind of series, and the values of one of it. */
type Kind = { readonly stepMs: number; valuesOf(seed: number): Float64Array }

/**
 * As many rows as two weeks of five minutes have, of each kind of series, which are young when the first of two faults comes, scored as they come. Labels are windows that begin a
 * third of their length before the fault, as people label.
 */
export function scoreLabelled(start: number): LabelledScores[] {
  const kinds: Kind[] = [
    ...choosingWorlds.map((world) => ({
      stepMs: world.stepMs,
      valuesOf(seed: number) {
        const { curve, noise } = openChoosingSeries(world, seed, 0, ROWS)
        return noise.slice(0, ROWS).map((value, row) => curve(row) + value)
      },
    })),
    ...choosingQuiet.map(({ stepMs, open }) => ({
      stepMs,
      valuesOf(seed: number) {
        const value = open(createRandom(seed))
        return Float64Array.from({ length: ROWS }, (_, row) => value(row))
      },
    })),
  ]
  return kinds.flatMap(({ stepMs, valuesOf }, kind) =>
    Array.from({ length: PER_KIND }, (_, k) => {
      const seed = 700_000 + 100 * kind + k
      const times = Float64Array.from({ length: ROWS }, (_, row) => start + row * stepMs)
      return scoreSeries(times, valuesOf(seed), createRandom(seed + 50))
    }),
  )
}

function scoreSeries(times: Float64Array, values: Float64Array, random: Random): LabelledScores {
  const spread = spreadOf(values)
  const room = (ROWS - PROBATION) / FAULTS
  const windows = Array.from({ length: FAULTS }, (_, k) => {
    const from = Math.floor(PROBATION + k * room + WINDOW / 3 + random() * (room - 1.5 * WINDOW))
    inject(values, from, spread, random)
    return { from: from - Math.round(WINDOW / 3), to: from + Math.round((2 * WINDOW) / 3) }
  })
  const detector = createStreamDetector()
  return { times, windows, scores: Array.from(values, (value, row) => detector.push(times[row]!, value).score) }
}

/** A fault of a size that people see in a picture of the series. */
function inject(values: Float64Array, from: number, spread: number, random: Random): void {
  const faults = injectedFaults.filter(({ needsRhythm }) => needsRhythm === undefined)
  const { what, rows, value } = faults[Math.floor(random() * faults.length)]!
  const size = what === 'spike' ? 6 + 6 * random() : what === 'frozen value' ? 144 : 3 + 3 * random()
  const center = values.slice(Math.max(0, from - DAY_ROWS), from).toSorted()[DAY_ROWS / 2]!
  const series = {
    curve: () => center,
    noise: values.map((one) => (one - center) / spread),
    from,
    side: random() < 0.5 ? (-1 as const) : (1 as const),
  }
  const end = Math.min(ROWS, from + Math.max(1, rows(size)))
  for (let row = from; row < end; row++) values[row] = center + spread * value({ ...series, curve: () => 0 }, row, size)
}

/** A quarter of the range that nine tenths lie in: what a standard deviation is in normal noise, about. */
function spreadOf(values: Float64Array): number {
  const sorted = values.toSorted()
  return (sorted[Math.floor(0.95 * ROWS)]! - sorted[Math.floor(0.05 * ROWS)]!) / 4 || 1
}
