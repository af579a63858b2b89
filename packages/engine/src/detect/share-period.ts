import type { Frame } from '../series/frame.ts'
import { createExpectedValues, type ExpectedAt } from './expected-value.ts'
import type { Run } from './find-runs.ts'
import { standardise } from './joint/joint-reader.ts'
import { contributions } from './joint/pca.ts'
import type { Model } from './model.ts'
import type { PeriodSeries } from './period.ts'
import type { ScoredChunk } from './scored-chunk.ts'

/** A series' part in a period, with the row at which it first moved. */
export type Mover = PeriodSeries & { column: number; onset: number }

const MAX_LISTED = 50
/** Part of a row's anomaly score that a series takes before it counts as moved: one in ten rows reaches this by chance. */
const QUIET = 1
/** Where no series is more anomalous than this alone (-log10 p), the joint model says who broke with the others. */
const LOUD = 2
const MAX_EVIDENCE = 30

/**
 * Divides a period among the series: by -log10 of their own tail probabilities, summed over its rows and weighted by how many
 * deviations they went; or, where none is anomalous alone, by their contributions to the joint model. Largest first.
 */
export function sharePeriod(run: Run, scored: ScoredChunk, frame: Frame, model: Model, q: number): Mover[] {
  const expectedAt = createExpectedValues(model, scored, frame.columns)
  const size = frame.series.length
  const weights = new Float64Array(size)
  const bySide = new Float64Array(size)
  for (let row = run.fromRow; row < run.toRow; row++) {
    if (Number.isNaN(scored.probability[row]!)) continue
    const taken = weighRow(row, scored, model, expectedAt)
    for (let j = 0; j < size; j++) {
      weights[j]! += taken[j]!
      bySide[j]! += taken[j]! * scored.seriesSide[j]![row]!
    }
  }
  const movers = pickColumns(weights).map((column): Mover => {
    const facts = describeSeries(column, run, scored, q, expectedAt, frame)
    return {
      seriesId: frame.series[column]!.id,
      share: weights[column]!,
      side: bySide[column]! < 0 ? -1 : 1,
      column,
      ...facts,
    }
  })
  const total = movers.reduce((sum, mover) => sum + mover.share, 0)
  for (const mover of movers) mover.share = total > 0 ? mover.share / total : 1 / movers.length
  return movers
}

function weighRow(row: number, scored: ScoredChunk, model: Model, expectedAt: ExpectedAt): Float64Array {
  const size = model.series.length
  const taken = new Float64Array(size)
  let loudest = 0
  for (let j = 0; j < size; j++) {
    const p = scored.seriesProbability[j]![row]!
    if (Number.isNaN(p)) continue
    const evidence = -Math.log10(p)
    loudest = Math.max(loudest, evidence)
    if (evidence <= QUIET) continue
    taken[j] = (evidence - QUIET) * (1 + Math.log10(1 + Math.abs(expectedAt(j, row).zScore)) / 2)
  }
  return loudest >= LOUD || model.joints.length === 0 ? taken : jointRow(row, model, expectedAt)
}

function jointRow(row: number, model: Model, expectedAt: ExpectedAt): Float64Array {
  const taken = new Float64Array(model.series.length)
  const zScores = Float64Array.from(taken, (_, j) => expectedAt(j, row).zScore)
  for (const joint of model.joints) {
    const point = new Float32Array(joint.columns.length)
    const parts = new Float64Array(joint.columns.length)
    standardise(zScores, joint.columns, joint.deviations, point)
    contributions(joint.pca, point, parts)
    // -log10 of exp(-x / 2), the tail of chi-squared but for a slow factor
    for (const [k, column] of joint.columns.entries())
      taken[column] = Math.min(MAX_EVIDENCE, Math.max(0, parts[k]! * 0.217 - QUIET))
  }
  return taken
}

/** The columns that took part; where none did, the first one alone. */
function pickColumns(weights: Float64Array): number[] {
  const moved = Array.from(weights, (_, column) => column)
    .filter((column) => weights[column]! > 0)
    .sort((a, b) => weights[b]! - weights[a]! || a - b)
    .slice(0, MAX_LISTED)
  return moved.length > 0 ? moved : [0]
}

function describeSeries(
  column: number,
  run: Run,
  scored: ScoredChunk,
  q: number,
  expectedAt: ExpectedAt,
  frame: Frame,
) {
  let probability = 1
  let onset = Number.POSITIVE_INFINITY
  let peakRow = run.fromRow
  let furthest = -1
  for (let row = run.fromRow; row < run.toRow; row++) {
    const p = scored.seriesProbability[column]![row]!
    if (p < probability) probability = p
    if (p < q) onset = Math.min(onset, row)
    const distance = Math.abs(expectedAt(column, row).zScore)
    if (distance > furthest) {
      furthest = distance
      peakRow = row
    }
  }
  const { usual, spread } = expectedAt(column, peakRow)
  return { probability, onset, peak: frame.columns[column]![peakRow]!, usual, spread }
}
