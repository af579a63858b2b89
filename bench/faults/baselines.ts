import type { Frame } from '../../packages/engine/src/index.ts'
import type { Detector, FaultRun, Finding } from './fault-run.ts'

/** Consecutive flagged rows that make a finding, as for the models. */
const CVALUE = 5

/** Flags what lies outside the trained range of a series by more than 2 % of that range. */
export const rangeNovelty: Detector = {
  name: 'baseline: range novelty',
  find(run) {
    const ranges = run.training.columns.map((column) => {
      const present = column.filter((value) => !Number.isNaN(value))
      const low = present.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
      const high = present.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
      return { low, high, width: Math.max(high - low, 1e-9 * Math.max(1, Math.abs(high))) }
    })
    return findingsOf(run, (row, series) => {
      const value = run.whole.columns[series]![row]!
      const { low, high, width } = ranges[series]!
      const excess = Math.max(low - value, value - high) / width
      return excess > 0.02 ? excess : 0
    })
  },
}

const WINDOW_ROWS = 240
/** Two-sided tail of 1 % shared by all series (Bonferroni). */
const ROW_TAIL = 0.01

/** Flags what lies far out in a normal distribution fitted to the last 240 rows of a series. */
export const windowedGaussian: Detector = {
  name: 'baseline: windowed Gaussian',
  find(run) {
    const limit = normalQuantile(1 - ROW_TAIL / 2 / run.whole.columns.length)
    const scores = run.whole.columns.map((column) => windowedScores(column))
    return findingsOf(run, (row, series) => {
      const score = scores[series]![row]!
      return score > limit ? score : 0
    })
  },
}

/** |value − mean| / deviation over the rows before; 0 with fewer than 30 of them, and for a gap. */
function windowedScores(column: Float64Array): Float64Array {
  const scores = new Float64Array(column.length)
  for (let row = 0; row < column.length; row++) {
    const before = column.subarray(Math.max(0, row - WINDOW_ROWS), row).filter((value) => !Number.isNaN(value))
    const value = column[row]!
    if (before.length < 30 || Number.isNaN(value)) continue
    const mean = before.reduce((a, b) => a + b, 0) / before.length
    const deviation = Math.sqrt(before.reduce((a, b) => a + (b - mean) ** 2, 0) / before.length)
    scores[row] = Math.abs(value - mean) / Math.max(deviation, 1e-6 * Math.max(1, Math.abs(mean)))
  }
  return scores
}

/** Runs of flagged rows; the series with the largest sum of scores is named first. */
function findingsOf(run: FaultRun, score: (row: number, series: number) => number): Finding[] {
  const { times, series } = run.whole
  const findings: Finding[] = []
  let sums = new Float64Array(series.length)
  let start = -1
  for (let row = 0; row <= times.length; row++) {
    const scores = row < times.length ? series.map((_, index) => score(row, index)) : []
    if (scores.some((value) => value > 0)) {
      if (start < 0) start = row
      sums = sums.map((sum, index) => sum + scores[index]!)
      continue
    }
    if (start >= 0 && row - start >= CVALUE) {
      findings.push({ from: times[start]!, to: times[row - 1]!, first: strongest(run.whole, sums) })
    }
    start = -1
    sums = new Float64Array(series.length)
  }
  return findings
}

function strongest(frame: Frame, sums: Float64Array): string {
  return frame.series[sums.indexOf(sums.reduce((a, b) => Math.max(a, b), 0))]!.id
}

/** Inverse of the standard normal distribution by bisection on Abramowitz and Stegun 26.2.17 (error below 1e-7). */
function normalQuantile(probability: number): number {
  let [low, high] = [0, 10]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (normalUpper(middle) > 1 - probability) low = middle
    else high = middle
  }
  return low
}

function normalUpper(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly
}
