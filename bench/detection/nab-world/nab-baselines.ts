import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import type { CorpusFile } from './read-corpus.ts'

/** Scores every row of a file; only random baselines use the file's index. */
export type Baseline = { name: string; score(file: CorpusFile, index: number): ArrayLike<number> }

/** By how much a value leaves the range of all values before it, in shares of that range; below 2 % does not count. */
const rangeNovelty: Baseline = {
  name: 'range novelty',
  score({ values }) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    return values.map((value) => {
      const excess = Math.max(low - value, value - high) / Math.max(high - low, 1e-9)
      low = Math.min(low, value)
      high = Math.max(high, value)
      return excess > 0.02 && Number.isFinite(excess) ? excess : 0
    })
  },
}

const WINDOW = 6400
const STEP = 100

/**
 * NAB's windowed Gaussian (`nab/detectors/gaussian/windowedGaussian_detector.py`): deviations from the mean of the last 6,400
 * values, which move on by 100 once there are so many. NAB answers one less the tail probability, which
 * orders rows alike until it is 1 in double precision; deviations do better (37.1 / 24.7 / 45.2 where 36.7 / 21.4 / 45.2 is published).
 */
const windowedGaussian: Baseline = {
  name: 'windowed Gaussian',
  score({ values }) {
    let from = 0
    let to = 0
    let [sum, squares] = [0, 0]
    // Sums of distances from the first value, so that large levels cost no digits.
    const add = (row: number, sign: number): void => {
      const distance = values[row]! - values[0]!
      sum += sign * distance
      squares += sign * distance ** 2
    }
    return values.map((value, row) => {
      const count = to - from
      const mean = sum / count
      const deviation = Math.sqrt(Math.max(0, squares / count - mean ** 2)) || 1e-6
      const score = count === 0 ? 0 : Math.abs(value - values[0]! - mean) / deviation
      if (row < WINDOW) add(to++, 1)
      else if (row + 1 - to === STEP) {
        while (to <= row) {
          add(to++, 1)
          add(from++, -1)
        }
      }
      return score
    })
  },
}

/** An alarm every 500 rows, whatever the data. */
const periodic: Baseline = {
  name: 'an alarm every 500 rows',
  score: ({ values }) => values.map((_, row) => (row % 500 === 499 ? 1 : 0)),
}

const random: Baseline = {
  name: 'chance',
  score({ values }, index) {
    const draw = createRandom(index + 1)
    return values.map(() => draw())
  },
}

/** Simple baselines. */
export const nabBaselines: readonly Baseline[] = [rangeNovelty, windowedGaussian]

/** Baselines that ignore the values. */
export const blindBaselines: readonly Baseline[] = [periodic, random]
