import { type Model, type ModelType, trainModel } from '../../../packages/engine/src/index.ts'
import { evaluate } from '../../faults/evaluate.ts'
import { shopRun } from '../../faults/fault-runs.ts'
import { modelDetector } from '../../faults/model-detector.ts'
import type { Figures } from '../measure-with.ts'
import { type ChoosingFault, lastingChanges, longFaults, shortFaults, withFault } from './choosing-faults.ts'
import {
  type ChoosingSystem,
  DAY,
  frameOf,
  LONG_STEP_MS,
  longSystems,
  type OpenedSystem,
  openSystem,
  SHORT_STEP_MS,
  shortSystems,
} from './choosing-systems.ts'
import { countQuiet, excess, meanOf, type Quiet, type Trial, tryFault } from './trial.ts'

const LONG_TRAINED = 10 * DAY
const LONG_QUIET = 42 * DAY
const LONG_TYPES: readonly ModelType[] = ['SplitByGroup', 'Split', 'Hybrid', 'Holistic']
const LASTING_FOR = 5 * DAY
const SHORT_TRAINED = [400, 700, 1400]
const SHORT_QUIET = 2500
const SHORT_TYPES: readonly ModelType[] = ['Hybrid', 'Split', 'Holistic']
/** Rows that a fault begins after the training. */
const LEAD = 100
/** Rows after a fault that are evaluated, where a day is no measure. */
const SHORT_AFTER = 300
/** What is promised where nothing happens: false periods a day, rows flagged at a rate within a factor. */
const PERIODS_A_DAY = 0.02
const SHARE_IN_PERIODS = 0.01
const RATES: readonly (readonly [rate: number, factor: number])[] = [
  [0.01, 2],
  [0.001, 3],
]
/** Of the week of the samples it is promised that each fault is covered for four fifths, and nothing else is reported. */
const SAMPLE_TYPES: readonly ModelType[] = ['Split', 'SplitByGroup']
/** The weight of the promises beside what faults give. */
const WORTH_OF_PROMISES = 3
/** A fault that is missed altogether costs this much, and its rows besides; a fault in e parts instead of one half. */
const WORTH_OF_MISSED = 2
/** Four fifths of a fault are to be covered: what is not covered beyond a fifth costs so much more. */
const MAX_UNCOVERED = 0.2
const WORTH_OF_COVERED = 2
/** A row that is reported and belongs to no fault costs as much as one that is not covered, the former two together. */
const WORTH_OF_OUTSIDE = 3
const WORTH_OF_PARTS = 0.5

/**
 * What trained models report of systems in which nothing happens, and of faults and lasting changes in them. `loss`: by how much the promises are
 * exceeded, which counts three times because a rate is promised while no fault is: those of quiet systems as logarithms, that of the sample week as
 * a share of rows; faults that are missed; their rows that no period covers, and rows reported outside of them, three times; and in how many periods one is reported.
 */
export function measure(): Figures {
  const long = longSystems.map((system, k) => [
    measureLong(system, 600_000 + 1000 * k, LONG_TYPES[k % 4]!, (k >> 1) % 2),
  ])
  const short = shortSystems.map((system, k) =>
    [0, 1].map((one) =>
      measureShort(
        system,
        700_000 + 1000 * k + one,
        SHORT_TYPES[(k + one) % 3]!,
        SHORT_TRAINED[(2 * k + one) % 3]!,
        one,
      ),
    ),
  )
  const periods = meanOf([
    ...long.map((runs) =>
      excess(
        sumOf(runs, ({ quiet }) => quiet.periods),
        (PERIODS_A_DAY * sumRows(runs)) / DAY,
      ),
    ),
    ...short.map((runs) =>
      excess(
        sumOf(runs, ({ quiet }) => quiet.inPeriods),
        SHARE_IN_PERIODS * sumRows(runs),
      ),
    ),
  ])
  const flagged = meanOf(
    [...long, ...short].flatMap((runs) =>
      RATES.map(([rate, factor], k) =>
        excess(
          sumOf(runs, ({ quiet }) => quiet.flagged[k]!),
          factor * rate * sumRows(runs),
        ),
      ),
    ),
  )
  const trials = [...long, ...short].flat().flatMap((run) => run.trials)
  const missed = meanOf(trials.map((one) => Number(one.isMissed)))
  const ofRows = trials.flatMap((one) => (one.uncovered === undefined ? [] : [one.uncovered]))
  const uncovered = meanOf(ofRows)
  const tooLittle = meanOf(ofRows.map((share) => Math.max(0, share - MAX_UNCOVERED)))
  const outside = meanOf(trials.map((one) => one.outside))
  const parts = meanOf(trials.map((one) => one.parts))
  const ofFaults =
    WORTH_OF_MISSED * missed +
    uncovered +
    WORTH_OF_COVERED * tooLittle +
    WORTH_OF_OUTSIDE * outside +
    WORTH_OF_PARTS * parts
  const sample = meanOf(SAMPLE_TYPES.map(measureSample))
  const loss = WORTH_OF_PROMISES * (periods + flagged + sample) + ofFaults
  return { periods, flagged, sample, missed, uncovered, tooLittle, outside, parts, loss }
}

/** What is lost of the promise: the part of a fault that is missing, and the rows in a hundred that are reported beside the faults. */
function measureSample(modelType: ModelType): number {
  const week = shopRun()
  const { faults, flaggedOutside } = evaluate(week, modelDetector(modelType).find(week))
  const tooLittle = faults.map(({ covered }) => Math.max(0, 1 - covered - MAX_UNCOVERED))
  return Math.max(...tooLittle) + 100 * flaggedOutside
}

type Run = { readonly quiet: Quiet; readonly trials: readonly Trial[] }

function sumOf(runs: readonly Run[], of: (run: Run) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0)
}

function sumRows(runs: readonly Run[]): number {
  return sumOf(runs, ({ quiet }) => quiet.rows)
}

/** A system has every second fault. */
function measureLong(kind: ChoosingSystem, seed: number, modelType: ModelType, half: number): Run {
  const system = openSystem(kind, seed, LONG_TRAINED + LONG_QUIET, LONG_STEP_MS)
  const model = train(system, LONG_TRAINED, modelType)
  const halfOf = everySecond([...longFaults, ...lastingChanges], half)
  return {
    quiet: measureQuiet(model, system, LONG_TRAINED, LONG_TRAINED + LONG_QUIET),
    trials: halfOf.map(([fault, size], k) => {
      const isLasting = lastingChanges.includes(fault)
      const after = isLasting ? LASTING_FOR : DAY
      return measureFault(model, system, { fault, size, metric: k, trained: LONG_TRAINED, after, isLasting })
    }),
  }
}

function measureShort(kind: ChoosingSystem, seed: number, modelType: ModelType, trained: number, half: number): Run {
  const system = openSystem(kind, seed, trained + SHORT_QUIET, SHORT_STEP_MS)
  const model = train(system, trained, modelType)
  return {
    quiet: measureQuiet(model, system, trained, trained + SHORT_QUIET),
    trials: everySecond(shortFaults, half).map(([fault, size], k) =>
      measureFault(model, system, { fault, size, metric: k, trained, after: SHORT_AFTER, isLasting: false }),
    ),
  }
}

function everySecond(faults: readonly ChoosingFault[], half: number): (readonly [ChoosingFault, number])[] {
  return faults.flatMap((fault) => fault.sizes.map((size) => [fault, size] as const)).filter((_, k) => k % 2 === half)
}

function train({ columns, stepMs }: OpenedSystem, rows: number, modelType: ModelType): Model {
  const trained = trainModel(frameOf(columns, stepMs, 0, rows), { modelType })
  if (trained.kind !== 'model') throw new Error(trained.reason)
  return trained.model
}

function measureQuiet(model: Model, { columns, stepMs }: OpenedSystem, from: number, to: number): Quiet {
  return countQuiet(
    model,
    frameOf(columns, stepMs, from, to),
    RATES.map(([rate]) => rate),
  )
}

type Placing = {
  readonly fault: ChoosingFault
  readonly size: number
  readonly metric: number
  readonly trained: number
  readonly after: number
  readonly isLasting: boolean
}

function measureFault(
  model: Model,
  { columns, deviations, stepMs }: OpenedSystem,
  { fault, size, metric, trained, after, isLasting }: Placing,
): Trial {
  const from = trained + LEAD + 7 * metric
  const end = from + fault.rows
  const to = end + after
  // No fault looks further ahead than a tenth of a day
  const known = columns.map((column) => column.subarray(0, to + DAY / 10))
  const placed = { fault, size, metric: metric % columns.length, from, to: isLasting ? to : end }
  const frame = frameOf(withFault(known, deviations, placed), stepMs, trained, to)
  return tryFault(model, frame, { fault, from: from - trained, end: end - trained, isLasting })
}
