import type { Frame } from '../series/frame.ts'
import { localClock } from '../series/local-clock.ts'
import { tailProbability } from '../stats/tail.ts'
import { createColumnReader, type ReaderState } from './column/column-reader.ts'
import { createDayMemory, type DayMemoryState } from './column/day-memory.ts'
import { columnProbability, zScoreBand } from './column/fit-column-tails.ts'
import { createJointReader, jointProbability } from './joint/joint-reader.ts'
import type { Model } from './model.ts'
import { newNormalRule } from './new-normal.ts'
import { deviateFromPeers } from './peers/deviate.ts'
import type { PeerGroup } from './peers/peer-model.ts'
import { createRecalibration, type RecalibrationState } from './recalibration.ts'
import { OUTSIDE_BAND, type ScoredChunk } from './scored-chunk.ts'
import { splitScore } from './split-score.ts'
import { stepsBetween } from './training-rows.ts'
import { anomalyScore, viewScore } from './view-tails.ts'

/** Scores consecutive chunks of one frame. A score depends on the rows before it and never on those after. */
export type Scorer = {
  push(chunk: Frame): ScoredChunk
  /** The whole state: a scorer of the same model that is made with it goes on as if nothing had happened. */
  save(): ScorerState
}

/** The state of a scorer, as plain data. */
export type ScorerState = {
  /** Of each column; none before the first row. */
  readers: readonly ReaderState[]
  joints: readonly Float32Array[]
  /** Of each column. Missing in what was saved before there was such a memory. */
  days?: readonly DayMemoryState[]
  /** Standardised residual of each column, and anomaly score of each view, as they were last. */
  before: Float64Array
  viewBefore: Float64Array
  recalibration: RecalibrationState
  lastTime: number
}

/** A row: its time by UTC and as the clock shows it, and the steps since the one before. */
type RowPlace = { time: number; shown: number; steps: number; row: number }

/**
 * A residual with a smaller tail probability is out of range, for what lasts. Fitted on simulated systems and the
 * sample shop.
 */
const OUT_OF_RANGE = 0.02

/** Small enough to rank by, large enough for a Float32. */
const SMALLEST = 1e-30

/**
 * A scorer for frames whose columns stand in the model's order (see `alignFrame`). A gap gives NaN and moves nothing. Throws
 * RangeError for another number of columns.
 */
export function createScorer(model: Model, saved?: ScorerState): Scorer {
  const { columns, views } = model
  const clock = localClock(model.timeZone)
  const size = columns.length
  let readers = (saved?.readers ?? []).map((state, j) => createColumnReader(columns[j]!, false, state))
  const joints = model.joints.map((joint, j) => createJointReader(joint, saved?.joints[j]))
  const bands = columns.map((column) => zScoreBand(column.tails, OUTSIDE_BAND))
  const days = columns.map(({ tails }, j) => createDayMemory(zScoreBand(tails, OUT_OF_RANGE), saved?.days?.[j]))
  const zScores = new Float64Array(size)
  const before = saved?.before.slice() ?? new Float64Array(size)
  const probabilities = new Float64Array(size)
  const viewBefore = saved?.viewBefore.slice() ?? new Float64Array(views.length)
  const { holdRows, isDropped } = newNormalRule(model)
  const recalibration = createRecalibration(model.rows, isDropped ? holdRows : undefined, saved?.recalibration)
  let lastTime = saved?.lastTime ?? Number.NaN

  const start = (time: number): number => {
    const gap = (time - model.trainedTo) / model.stepMs
    const continues = gap > 0.5 && gap < 1000
    readers = columns.map((column) => createColumnReader(column, continues))
    return continues ? Math.max(1, Math.round(gap)) : 1
  }
  const readColumn = (j: number, value: number, { time, shown, steps, row }: RowPlace, out: ScoredChunk): void => {
    const reader = readers[j]!
    const raw = reader.read(value, shown, steps)
    const offset = days[j]!.take(raw, time)
    const zScore = raw - offset
    const band = bands[j]!
    const p = columnProbability(columns[j]!.tails, before[j]!, zScore)
    zScores[j] = zScore
    probabilities[j] = p
    if (!Number.isNaN(zScore)) before[j] = zScore
    out.seriesProbability[j]![row] = Math.max(p, SMALLEST)
    out.seriesSide[j]![row] = zScore > 0 ? 1 : zScore < 0 ? -1 : 0
    out.expectedLow[j]![row] = reader.valueAt(band.low + offset)
    out.expectedHigh[j]![row] = reader.valueAt(band.high + offset)
  }
  const evaluateViews = (): number => {
    let max = Number.NaN
    for (let v = 0; v < views.length; v++) {
      const joint = model.isSplit ? v - 1 : v
      const raw =
        joint < 0
          ? splitScore(probabilities)
          : anomalyScore(jointProbability(model.joints[joint]!.tails, joints[joint]!.measure(zScores)))
      const value = viewScore(views[v]!, viewBefore[v]!, raw)
      if (!Number.isNaN(raw)) viewBefore[v] = raw
      if (!(value <= max) && !Number.isNaN(value)) max = value
    }
    return recalibration.adjust(tailProbability(model.final, max))
  }

  return {
    push(chunk) {
      if (chunk.columns.length !== size)
        throw new RangeError(`the model has ${size} series, the frame ${chunk.columns.length}`)
      const rows = chunk.times.length
      const peers = model.peers.length > 0 ? deviateFromPeers(chunk.columns, model.peers) : undefined
      const inputs = peers?.deviations ?? chunk.columns
      const out = emptyChunk(chunk.times, size)
      for (let row = 0; row < rows; row++) {
        const time = chunk.times[row]!
        const steps = Number.isNaN(lastTime) ? start(time) : stepsBetween(lastTime, time, model.stepMs)
        lastTime = time
        const place = { time, shown: clock(time), steps, row }
        for (let j = 0; j < size; j++) readColumn(j, inputs[j]![row]!, place, out)
        const p = evaluateViews()
        out.probability[row] = Math.max(p, SMALLEST)
        out.direction[row] = Number.isNaN(p) ? 0 : strongestSide(probabilities, zScores)
      }
      if (peers !== undefined) liftBands(model.peers, peers.medians, out)
      return out
    },
    save: () => ({
      readers: readers.map((reader) => reader.save()),
      joints: joints.map((joint) => joint.save()),
      days: days.map((day) => day.save()),
      before: before.slice(),
      viewBefore: viewBefore.slice(),
      recalibration: recalibration.save(),
      lastTime,
    }),
  }
}

/** Turns ranges that were given as distances from the peers into ranges of values. */
function liftBands(groups: readonly PeerGroup[], medians: readonly Float64Array[], out: ScoredChunk): void {
  for (const { columns, centers, scales } of groups) {
    for (const [k, column] of columns.entries()) {
      for (const band of [out.expectedLow[column]!, out.expectedHigh[column]!]) {
        for (let row = 0; row < band.length; row++)
          band[row] = (band[row]! + medians[column]![row]!) * scales[k]! + centers[k]!
      }
    }
  }
}

function strongestSide(probabilities: Float64Array, zScores: Float64Array): number {
  let strongest = -1
  for (let j = 0; j < probabilities.length; j++) {
    if (Number.isNaN(probabilities[j]!)) continue
    if (strongest < 0 || probabilities[j]! < probabilities[strongest]!) strongest = j
  }
  return strongest >= 0 && zScores[strongest]! < 0 ? -1 : 1
}

function emptyChunk(times: Float64Array, size: number): ScoredChunk {
  const rows = times.length
  return {
    times,
    probability: new Float64Array(rows),
    direction: new Int8Array(rows),
    seriesProbability: Array.from({ length: size }, () => new Float32Array(rows)),
    seriesSide: Array.from({ length: size }, () => new Int8Array(rows)),
    expectedLow: Array.from({ length: size }, () => new Float32Array(rows)),
    expectedHigh: Array.from({ length: size }, () => new Float32Array(rows)),
  }
}
