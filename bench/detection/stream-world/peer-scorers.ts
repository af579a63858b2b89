import { createStreamDetector, restoreStreamDetector } from '../../../packages/engine/src/index.ts'
import { median } from '../../../packages/engine/src/stats/quantile.ts'
import { createResidualForest } from './residual-forest.ts'
import { DAY_ROWS, START, STEP_MS } from './rhythm.ts'

/** Learns a history, and then scores what follows it as often as asked, each time from the end of the history on. */
export type Scorer = { name: string; learn(history: Float64Array): (next: Float64Array) => Float64Array }

/** The detector of Omen, as it is shipped. */
export const streamScorer: Scorer = {
  name: 'stream',
  learn(history) {
    const detector = createStreamDetector()
    history.forEach((value, row) => void detector.push(START + row * STEP_MS, value))
    const saved = detector.save()
    return (next) => {
      const resumed = restoreStreamDetector(saved)
      return next.map((value, row) => resumed.push(START + (history.length + row) * STEP_MS, value).score)
    }
  },
}

/** Deviations from the mean of the last day. */
const rollingZ: Scorer = {
  name: 'rolling z',
  learn: (history) => (next) => {
    const all = concat(history, next)
    return next.map((value, row) => {
      const day = all.subarray(history.length + row - DAY_ROWS, history.length + row)
      const mean = meanOf(day)
      return Math.abs(value - mean) / (Math.sqrt(meanOf(day.map((one) => (one - mean) ** 2))) || 1e-9)
    })
  },
}

/** Deviations from the median at the same time of fourteen days, as means over a row, an hour and half a day; the largest counts. */
export function seasonalMedianZ(dayRows: number): Scorer {
  const scales = [1, dayRows / 24, dayRows / 2]
  return {
    name: 'seasonal median z',
    learn(history) {
      const residual = residualsOf(history, 0, dayRows)
      const spreads = scales.map((scale) => spreadOf(trailingMeans(residual.subarray(dayRows), scale)))
      return (next) => {
        const joined = concat(residual, residualsOf(concat(history, next), history.length, dayRows))
        const means = scales.map((scale) => trailingMeans(joined, scale).subarray(history.length))
        return next.map((_, row) => Math.max(...scales.map((_, k) => Math.abs(means[k]![row]!) / spreads[k]!)))
      }
    },
  }
}

/** An isolation forest over what windows of those residuals look like. */
const residualForest: Scorer = {
  name: 'isolation forest',
  learn(history) {
    const residual = residualsOf(history, 0, DAY_ROWS)
    const forest = createResidualForest(residual.subarray(DAY_ROWS))
    return (next) =>
      forest(concat(residual, residualsOf(concat(history, next), history.length, DAY_ROWS)), history.length)
  },
}

/** What is no more than some dozen lines and knows the season. */
export const peerScorers: readonly Scorer[] = [seasonalMedianZ(DAY_ROWS), residualForest, rollingZ]

const MAX_DAYS = 14

/** Values from `from` on less the median at the same time of the days before; 0 on the first day. */
function residualsOf(values: Float64Array, from: number, dayRows: number): Float64Array {
  return values.subarray(from).map((value, at) => {
    const row = from + at
    const days = Math.min(MAX_DAYS, Math.floor(row / dayRows))
    if (days === 0) return 0
    return value - median(Array.from({ length: days }, (_, day) => values[row - (day + 1) * dayRows]!))
  })
}

/** The mean of each value and those before it, `scale` in all where there are so many. */
export function trailingMeans(values: Float64Array, scale: number): Float64Array {
  let sum = 0
  return values.map((value, row) => {
    sum += value - (row >= scale ? values[row - scale]! : 0)
    return sum / Math.min(scale, row + 1)
  })
}

function spreadOf(values: Float64Array): number {
  return 1.4826 * median(values.map(Math.abs)) || 1e-9
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function concat(first: Float64Array, second: Float64Array): Float64Array {
  const both = new Float64Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
