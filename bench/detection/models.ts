import { createScorer, type Model, type ModelType, NOMINAL_RATES, trainModel } from '../../packages/engine/src/index.ts'
import { median } from '../../packages/engine/src/stats/quantile.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import {
  countFlagged,
  type FlaggedRows,
  isWithinTwo,
  modelDetector,
  pool,
  type RowDetector,
  ratios,
  worstFactor,
} from './models-world/flagged-share.ts'
import { intervalOfBank, intervalOfFile, type NormalInterval } from './models-world/normal-interval.ts'
import { staticQuantile } from './models-world/static-quantile.ts'
import { type CorpusFile, readCorpus } from './nab-world/read-corpus.ts'

const MINUTE = 60_000
const TYPES: readonly ModelType[] = ['Split', 'Holistic', 'Hybrid', 'HolisticCP', 'SplitByGroup', 'SplitByService']
/** Of a single series, the joint model by group and that by service are the joint model of all. */
const OF_ONE_SERIES = TYPES.slice(0, 4)
const LONG_ROWS = 10_000
const LONG_SCORED = 20_000
const LONG_SEEDS = [1, 2]

/**
 * What trained models flag where nothing is known to be wrong, against 1 - pvalue: at 0.1, 0.05, 0.02, 0.01, 0.005 and 0.001, all
 * rows pooled. Labelled files are trained on up to a point and evaluated after it, outside their windows and the day after each; a simulated bank goes on
 * from its training. Then what training and scoring of 30 series cost, in processor time.
 */
export function run(): Measurement[] {
  const files = readCorpus()
  const weeks = [1, 2, 3, 4, 5, 6].map((seed) => intervalOfBank(seed, 5 * MINUTE, 4_032, 4_032))
  const long = LONG_SEEDS.map((seed) => intervalOfBank(seed, MINUTE, LONG_ROWS, LONG_SCORED))
  const longRuns = TYPES.map((type) => ({ type, runs: long.map((interval) => trainAndScore(type, interval)) }))
  const short = [1, 2, 3].map((seed) => intervalOfBank(seed, MINUTE, 300, 3_000))
  return [
    ...ofFiles(files),
    ...[...TYPES.map(modelDetector), staticQuantile].map((one) =>
      shareFigure('two weeks of a bank, then two', one, countAll(one, weeks)),
    ),
    ...longRuns.map(({ type, runs }) =>
      shareFigure(
        'a week of a bank by the minute, then two',
        modelDetector(type),
        pool(runs.map((one) => one.counted)),
      ),
    ),
    ...[modelDetector('Hybrid'), staticQuantile].map((one) => {
      const pooled = pool(countAll(one, short))
      const note = `${listRatios(pooled)}; five hours say nothing of the day`
      return forComparison(`five hours of a bank, then 50: ${one.name}`, worstFactor(pooled), '×', note)
    }),
    ...longRuns.flatMap(({ type, runs }) => costFigures(type, runs)),
  ]
}

function ofFiles(files: readonly CorpusFile[]): Measurement[] {
  const halves = files.map((file) => intervalOfFile(file, 0.5))
  const detectors = [...OF_ONE_SERIES.map(modelDetector), staticQuantile]
  const counted = detectors.map((one) => ({ one, parts: countAll(one, halves) }))
  return [
    ...counted.map(({ one, parts }) => shareFigure('half of a NAB file, then the rest', one, parts)),
    ...counted.map(({ one, parts }) =>
      forComparison(
        `half of a NAB file, then the rest: ${one.name}, files within two at 0.01`,
        (100 * parts.filter((part) => isWithinTwo(part, NOMINAL_RATES.indexOf(0.01))).length) / parts.length,
        '%',
        'or not off by more than chance allows (5 %)',
      ),
    ),
    ...[0.3, 0.15].map((part) => {
      const one = modelDetector('Hybrid')
      const intervals = files.map((file) => intervalOfFile(file, part))
      const parts = countAll(one, intervals)
      const figure = shareFigure(`${100 * part} % of a NAB file, then the rest`, one, parts)
      return { ...figure, note: `${figure.note}; ${withoutWorst(intervals, parts)}` }
    }),
  ]
}

/** What it would be without the file that has the most rows below the least rate: one level that moved can outweigh all others. */
function withoutWorst(intervals: readonly NormalInterval[], parts: readonly FlaggedRows[]): string {
  const rarest = parts.map((part) => part.flagged.at(-1)!)
  const worst = rarest.indexOf(Math.max(...rarest))
  const others = parts.filter((_, k) => k !== worst)
  return `${worstFactor(pool(others)).toFixed(1)} × without ${intervals[worst]!.name}`
}

function countAll(detector: RowDetector, intervals: readonly NormalInterval[]): FlaggedRows[] {
  return intervals.map((interval) => countFlagged(detector, interval))
}

/** The figure is held to the goal for models; a baseline is for comparison. */
function shareFigure(where: string, detector: RowDetector, parts: FlaggedRows | readonly FlaggedRows[]): Measurement {
  const pooled = 'rows' in parts ? parts : pool(parts)
  const what = `${where}: ${detector.name}`
  const note = `${listRatios(pooled)} of ${pooled.rows.toLocaleString('en')} rows`
  return detector === staticQuantile
    ? forComparison(what, worstFactor(pooled), '×', note)
    : atMost(what, 2, worstFactor(pooled), '×', note)
}

function listRatios(counted: FlaggedRows): string {
  return ratios(counted)
    .map((ratio, k) => `${ratio.toFixed(2)} × ${NOMINAL_RATES[k]}`)
    .join(', ')
}

type TimedRun = { counted: FlaggedRows; trainSeconds: number; rowsPerSecond: number }

function trainAndScore(modelType: ModelType, interval: NormalInterval): TimedRun {
  const result = timed(() => trainModel(interval.training, { modelType }))
  if (result.value.kind !== 'model') throw new Error(result.value.reason)
  const model: Model = result.value.model
  const scored = timed(() => createScorer(model).push(interval.rest))
  const detector: RowDetector = { name: modelType, probabilities: () => scored.value.probability }
  return {
    counted: countFlagged(detector, interval),
    trainSeconds: result.seconds,
    rowsPerSecond: interval.rest.times.length / scored.seconds,
  }
}

/** Processor time, which other work on the machine hardly moves. */
function timed<T>(work: () => T): { value: T; seconds: number } {
  const before = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(before)
  return { value, seconds: (user + system) / 1e6 }
}

function costFigures(type: ModelType, runs: readonly TimedRun[]): Measurement[] {
  return [
    atMost(`${type}: training on 30 series × 10,000 rows`, 3, median(runs.map((one) => one.trainSeconds)), 's'),
    atLeast(`${type}: scoring 30 series`, 50_000, median(runs.map((one) => one.rowsPerSecond)), 'rows/s'),
  ]
}
