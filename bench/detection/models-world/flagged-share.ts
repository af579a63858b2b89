import { createScorer, type ModelType, NOMINAL_RATES, trainModel } from '../../../packages/engine/src/index.ts'
import { binomialTail } from '../../../packages/engine/src/stats/binomial-tail.ts'
import type { NormalInterval } from './normal-interval.ts'

/** Rows that were evaluated, and how many of them were flagged at each of the nominal rates. */
export type FlaggedRows = { rows: number; flagged: number[] }

/** Returns the probability of each row of an interval, trained on the previous one; NaN where nothing was observed. */
export type RowDetector = { name: string; probabilities(interval: NormalInterval): ArrayLike<number> }

export function modelDetector(modelType: ModelType): RowDetector {
  return {
    name: modelType,
    probabilities({ name, training, exclude, rest }) {
      const trained = trainModel(training, { modelType, exclude })
      if (trained.kind !== 'model') throw new Error(`${modelType} was not trained on ${name}: ${trained.reason}`)
      return createScorer(trained.model).push(rest).probability
    },
  }
}

/** Counts what a detector flags of the normal rows of an interval. */
export function countFlagged(detector: RowDetector, interval: NormalInterval): FlaggedRows {
  const probabilities = detector.probabilities(interval)
  const flagged = NOMINAL_RATES.map(() => 0)
  let rows = 0
  for (let row = 0; row < probabilities.length; row++) {
    const p = probabilities[row]!
    if (Number.isNaN(p) || !interval.isNormal(row)) continue
    rows++
    for (const [k, nominal] of NOMINAL_RATES.entries()) if (p < nominal) flagged[k]!++
  }
  return { rows, flagged }
}

/** All rows of some intervals taken together. */
export function pool(parts: readonly FlaggedRows[]): FlaggedRows {
  return {
    rows: parts.reduce((sum, part) => sum + part.rows, 0),
    flagged: NOMINAL_RATES.map((_, k) => parts.reduce((sum, part) => sum + part.flagged[k]!, 0)),
  }
}

/** Flagged over nominal, at each of the nominal rates. */
export function ratios({ rows, flagged }: FlaggedRows): number[] {
  return NOMINAL_RATES.map((nominal, k) => flagged[k]! / rows / nominal)
}

/** The factor by which the share is off where it is furthest off, up or down; infinite where nothing was flagged. */
export function worstFactor(counted: FlaggedRows): number {
  return Math.max(...ratios(counted).map((ratio) => Math.max(ratio, 1 / ratio)))
}

/** Whether a share is within a factor of two of the nominal one, or off it by no more than chance allows in one of 20 cases. */
export function isWithinTwo({ rows, flagged }: FlaggedRows, rate: number): boolean {
  const count = flagged[rate]!
  const nominal = NOMINAL_RATES[rate]!
  const isLess = count < (nominal / 2) * rows && binomialTail(rows - count, rows, 1 - nominal / 2) < 0.05
  const isMore = count > 2 * nominal * rows && binomialTail(count, rows, 2 * nominal) < 0.05
  return !isLess && !isMore
}
