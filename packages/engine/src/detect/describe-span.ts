import type { Frame } from '../series/frame.ts'
import { type LocalClock, localClock } from '../series/local-clock.ts'
import { toLog } from './column/log-scale.ts'
import { rhythmAt } from './column/rhythm.ts'
import { createExpectedValues, createZScores, type ExpectedAt, type ZScoreAt } from './expected-value.ts'
import type { Run } from './find-runs.ts'
import { standardise } from './joint/joint-reader.ts'
import { contributions } from './joint/pca.ts'
import type { Model } from './model.ts'
import type { ScoredChunk } from './scored-chunk.ts'
import { spanOf } from './span.ts'
import { addSample, emptySeriesPart, evidenceOf, QUIET, type SeriesPart, type SpanPart } from './span-part.ts'

/** Series listed for one period. */
const MAX_LISTED = 50
/** Less than this part of the largest evidence is not listed. */
const MIN_PART = 0.002
/** Where no series is more anomalous than this alone (-log10 p), the joint model says who broke with the others. */
const LOUD = 2
/** Evidence that one series gives in one row, at most, in powers of ten. */
const MAX_EVIDENCE = 30

/**
 * Describes an interval of a scored frame. Each series is weighted by -log10 of its own tail probabilities, summed over the rows,
 * and by how many deviations it went; or, where none is anomalous alone, by its contributions to the joint model. `columns` names
 * those to describe; left out, up to 50 with evidence against them, or the furthest off where there is none. `q` is the threshold of a
 * single row. With `isLevelOnly` the columns named are described without weight.
 */
export function describeSpan(
  run: Run,
  scored: ScoredChunk,
  frame: Frame,
  model: Model,
  { q, columns, isLevelOnly }: { q: number; columns?: readonly number[]; isLevelOnly?: true | undefined },
): SpanPart {
  const expectedAt = createExpectedValues(model, scored, frame.columns)
  const zScoreAt = createZScores(model, scored, frame.columns)
  const size = frame.series.length
  const weights = new Float64Array(size)
  const signed = new Float64Array(size)
  let probability = 1
  for (let row = run.fromRow; row < run.toRow && !isLevelOnly; row++) {
    const p = scored.probability[row]!
    if (Number.isNaN(p)) continue
    probability = Math.min(probability, p)
    const taken = weighRow(row, scored, model, zScoreAt)
    for (let j = 0; j < size; j++) {
      weights[j]! += taken[j]!
      signed[j]! += taken[j]! * scored.seriesSide[j]![row]!
    }
  }
  const chosen = columns ?? pickColumns(weights)
  const series = (chosen.length > 0 ? chosen : [furthestColumn(run, frame, zScoreAt)]).map((column): SeriesPart => {
    const part = describeSeries(column, run, scored, q, expectedAt, frame, model)
    return { ...part, weight: weights[column]!, signedWeight: signed[column]! }
  })
  return { ...spanOf(run, frame), probability, series: series.sort((a, b) => b.weight - a.weight) }
}

/** The evidence against each series at a row: its own, or where none is anomalous alone its contribution to the joint model. */
export function weighRow(row: number, scored: ScoredChunk, model: Model, zScoreAt: ZScoreAt): Float64Array {
  const size = model.series.length
  const taken = new Float64Array(size)
  let loudest = 0
  for (let j = 0; j < size; j++) {
    const p = scored.seriesProbability[j]![row]!
    if (Number.isNaN(p)) continue
    const evidence = -Math.log10(p)
    loudest = Math.max(loudest, evidence)
    if (evidence > QUIET) taken[j] = evidenceOf(p, zScoreAt(j, row))
  }
  return loudest >= LOUD || model.joints.length === 0 ? taken : jointRow(row, model, zScoreAt)
}

function jointRow(row: number, model: Model, zScoreAt: ZScoreAt): Float64Array {
  const size = model.series.length
  const taken = new Float64Array(size)
  const zScores = new Float64Array(size)
  for (let j = 0; j < size; j++) zScores[j] = zScoreAt(j, row)
  for (const { columns, deviations, pca } of model.joints) {
    const point = new Float32Array(columns.length)
    const parts = new Float64Array(columns.length)
    standardise(zScores, columns, deviations, point)
    contributions(pca, point, parts)
    // -log10 of exp(-x / 2), the tail of chi-squared but for a slow factor
    for (let k = 0; k < columns.length; k++)
      taken[columns[k]!] = Math.min(MAX_EVIDENCE, Math.max(0, parts[k]! * 0.217 - QUIET)) || 0
  }
  return taken
}

/** The columns that took part, largest first. */
function pickColumns(weights: Float64Array): number[] {
  const min = MIN_PART * weights.reduce((max, weight) => Math.max(max, weight), 0)
  return Array.from(weights, (_, column) => column)
    .filter((column) => weights[column]! > 0 && weights[column]! >= min)
    .sort((a, b) => weights[b]! - weights[a]! || a - b)
    .slice(0, MAX_LISTED)
}

/** Of series without evidence against them, the one that lay furthest from what was expected over the rows. */
function furthestColumn({ fromRow, toRow }: Run, frame: Frame, zScoreAt: ZScoreAt): number {
  const distances = frame.columns.map((_, column) => {
    let sum = 0
    for (let row = fromRow; row < toRow; row++) sum += Math.abs(zScoreAt(column, row)) || 0
    return sum
  })
  return distances.indexOf(Math.max(...distances))
}

function describeSeries(
  column: number,
  run: Run,
  scored: ScoredChunk,
  q: number,
  expectedAt: ExpectedAt,
  frame: Frame,
  model: Model,
): SeriesPart {
  const { facts } = model.columns[column]!
  const part = emptySeriesPart(frame.series[column]!.id, facts.max - facts.min)
  const levelAt = createLevels(model.columns[column]!, localClock(model.timeZone))
  const probabilities = scored.seriesProbability[column]!
  const sides = scored.seriesSide[column]!
  for (let row = run.fromRow; row < run.toRow; row++) {
    const value = frame.columns[column]![row]!
    if (Number.isNaN(value)) continue
    const at = frame.times[row]!
    const { usual, spread } = expectedAt(column, row)
    const levels = { level: levelAt(value, at), usualLevel: levelAt(usual, at) }
    const scores = { probability: probabilities[row]!, side: sides[row]! }
    addSample(part, { value, at, usual, spread, ...levels, ...scores }, q)
  }
  return part
}

/** Values less their rhythm, on the scale that a column is read on; NaN for a counter, whose values have no level. */
function createLevels(
  { kind, rhythm, logUnit }: Model['columns'][number],
  clock: LocalClock,
): (value: number, time: number) => number {
  return (value, time) => {
    if (kind === 'rate') return Number.NaN
    const scaled = logUnit === undefined ? value : toLog(value, logUnit)
    return rhythm === undefined ? scaled : scaled - rhythmAt(rhythm, rhythm.mid, clock(time))
  }
}
