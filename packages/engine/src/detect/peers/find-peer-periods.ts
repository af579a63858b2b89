import type { Frame } from '../../series/frame.ts'
import { severity } from '../../severity/severity.ts'
import { dbscanLine, majority } from '../../stats/dbscan-line.ts'
import { createExpectedValues, type ExpectedAt } from '../expected-value.ts'
import { findRuns, type Run } from '../find-runs.ts'
import { guessUnit } from '../guess-unit.ts'
import { partition } from '../joint-views.ts'
import type { Model } from '../model.ts'
import type { Period, PeriodOptions, PeriodSeries } from '../period.ts'
import type { ScoredChunk } from '../scored-chunk.ts'
import { durationOf, spanOf } from '../span.ts'
import type { PeerModel } from './peer-model.ts'

/** Rows in a row outside the cluster that make a period. */
const SHORTEST = 5
/** The probability below which a row counts as flagged with `DBScan`, whose pvalue is a distance: what other models flag at their default `pvalue`. */
export const PEER_THRESHOLD = 0.01

/**
 * Intervals at which an instance lies outside the cluster that most of its peers form, one period an instance, with every
 * metric that shows it. `pvalue` is epsilon in robust deviations of the training (see `PeerModel.reach`), `cvalue` the peers that
 * make a cluster, at most the majority of those that report. Severity counts as improbable what other models flag by default, since
 * epsilon is no probability.
 */
export function findPeerPeriods(scored: ScoredChunk, frame: Frame, model: Model, options: PeriodOptions): Period[] {
  const distances = frame.columns.map(() => new Float64Array(frame.times.length).fill(Number.NaN))
  const expectedAt = createExpectedValues(model, scored, frame.columns)
  for (const peers of model.peers) measureDistances(peers, expectedAt, options, distances)
  const compared = new Set(model.peers.flatMap((peers) => peers.columns))
  return partition(frame.series, (key) => key.instance)
    .flatMap(({ columns }) => {
      const members = columns.filter((column) => compared.has(column))
      const outside = worstOf(members, distances, frame.times.length)
      return findRuns(outside, 0.5, SHORTEST).map((run) =>
        peerPeriod(run, members, distances, scored, frame, model, expectedAt),
      )
    })
    .sort((a, b) => a.fromRow - b.fromRow)
}

/** Fills in, per row, how far each instance lies from the majority, in epsilons: 0 within it, NaN where there is none. */
function measureDistances(
  peers: PeerModel,
  expectedAt: ExpectedAt,
  options: PeriodOptions,
  distances: readonly Float64Array[],
): void {
  const epsilon = options.pvalue * peers.reach
  const points = new Float64Array(peers.columns.length)
  for (let row = 0; row < distances[0]!.length; row++) {
    let present = 0
    for (const [k, column] of peers.columns.entries()) {
      points[k] = expectedAt(column, row).zScore
      if (!Number.isNaN(points[k]!)) present++
    }
    if (present < 3) continue
    const labels = dbscanLine(points, epsilon, Math.min(options.cvalue, Math.floor(present / 2) + 1))
    const cluster = majority(labels)
    if (cluster === undefined) continue
    for (const [k, column] of peers.columns.entries()) {
      const isOut = labels[k] !== cluster
      if (!Number.isNaN(points[k]!)) distances[column]![row] = isOut ? nearest(points, labels, cluster, k) / epsilon : 0
    }
  }
}

function nearest(points: Float64Array, labels: Int32Array, cluster: number, k: number): number {
  let min = Number.POSITIVE_INFINITY
  for (let other = 0; other < points.length; other++)
    if (labels[other] === cluster) min = Math.min(min, Math.abs(points[other]! - points[k]!))
  return min
}

/** As a probability for `findRuns`: 0 where any metric of the instance is outside, 1 where none is, NaN for no value. */
function worstOf(columns: readonly number[], distances: readonly Float64Array[], rows: number): Float64Array {
  const worst = new Float64Array(rows).fill(Number.NaN)
  for (let row = 0; row < rows; row++) {
    for (const column of columns) {
      const distance = distances[column]![row]!
      if (distance > 0) worst[row] = 0
      else if (distance === 0 && Number.isNaN(worst[row]!)) worst[row] = 1
    }
  }
  return worst
}

function peerPeriod(
  run: Run,
  members: readonly number[],
  distances: readonly Float64Array[],
  scored: ScoredChunk,
  frame: Frame,
  model: Model,
  expectedAt: ExpectedAt,
): Period {
  const parts = members
    .map((column) => describeMember(column, run, distances[column]!))
    .filter((part) => part.sum > 0)
    .sort((a, b) => b.sum - a.sum || a.column - b.column)
  const total = parts.reduce((sum, part) => sum + part.sum, 0)
  const series = parts.map(({ column, sum, peakRow, firstRow }): PeriodSeries => {
    const { usual, spread } = expectedAt(column, peakRow)
    const peak = frame.columns[column]![peakRow]!
    const probability = smallest(scored.seriesProbability[column]!, run)
    const side = peak < usual ? -1 : 1
    return {
      seriesId: frame.series[column]!.id,
      share: sum / total,
      side,
      probability,
      peak,
      usual,
      spread,
      peakAt: frame.times[peakRow]!,
      firstAt: frame.times[firstRow]!,
    }
  })
  const lead = parts[0]!
  const key = frame.series[lead.column]!
  const first = series[0]!
  const probability = Math.min(...series.map((one) => one.probability))
  const { min, max } = model.columns[lead.column]!.facts
  const distance = Math.abs(first.peak - first.usual)
  const degree = severity({
    probability,
    threshold: PEER_THRESHOLD,
    spreads: distance / first.spread,
    rangeShare: distance / (max - min),
    rows: run.toRow - run.fromRow,
    cvalue: SHORTEST,
    moved: parts.length,
  })
  const peers = model.peers.find((one) => one.columns.includes(lead.column))!
  return {
    ...spanOf(run, frame),
    val: first.side * degree,
    probability,
    isMissingValue: false,
    series,
    sentence: {
      kind: 'peer',
      metric: key.metric,
      instance: key.instance,
      ...(key.service === undefined ? {} : { service: key.service }),
      durationMs: durationOf(spanOf(run, frame), frame.stepMs),
      side: first.side,
      peak: first.peak,
      unit: guessUnit(key.metric),
      peers: peers.columns.length - 1,
      peerMedian: peerMedian(frame, peers, lead.peakRow),
    },
    kind: 'anomaly',
  }
}

function describeMember(column: number, run: Run, distances: Float64Array) {
  let sum = 0
  let peak = 0
  let peakRow = run.fromRow
  let firstRow = run.toRow
  for (let row = run.fromRow; row < run.toRow; row++) {
    const distance = distances[row]!
    if (!(distance > 0)) continue
    firstRow = Math.min(firstRow, row)
    sum += Math.min(10, distance)
    if (distance > peak) {
      peak = distance
      peakRow = row
    }
  }
  return { column, sum, peak, peakRow, firstRow }
}

function peerMedian(frame: Frame, peers: PeerModel, row: number): number {
  const values = peers.columns.map((column) => frame.columns[column]![row]!).filter((value) => !Number.isNaN(value))
  values.sort((a, b) => a - b)
  const middle = values.length >> 1
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2
}

function smallest(probabilities: Float32Array, run: Run): number {
  let min = 1
  for (let row = run.fromRow; row < run.toRow; row++) if (probabilities[row]! < min) min = probabilities[row]!
  return min
}
