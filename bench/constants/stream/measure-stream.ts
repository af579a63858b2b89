import {
  createStreamDetector,
  type LabelledScores,
  nabProfiles,
  nabScore,
  restoreStreamDetector,
} from '../../../packages/engine/src/index.ts'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import { readTelemetry, scoreTelemetry } from '../../detection/nasa-world/read-telemetry.ts'
import { thresholdFor } from '../../detection/stream-world/half-found.ts'
import { type InjectedFault, injectedFaults, type KnownSeries } from '../../detection/stream-world/injected-faults.ts'
import type { Figures } from '../measure-with.ts'
import { choosingQuiet } from './choosing-quiet.ts'
import { type ChoosingWorld, choosingWorlds, openChoosingSeries } from './choosing-series.ts'
import { scoreLabelled } from './labelled-series.ts'

const DAY = 86_400_000
/** A Thursday, at midnight. */
const START = Date.UTC(2025, 4, 1)
const SERIES = 5
const HISTORY_DAYS = 21
const QUIET_DAYS = 21
const QUIET_SERIES = 4
const SIZES = 6
const EQUAL_RATE = 0.05
const SHIPPED = 0.5
const MOST_A_DAY = 0.01
const HOUR_ROWS = 12
const STEP_MS = 300_000
/** What a hundred points of NAB's score are worth beside the logarithm of a size: on telemetry, and on labelled series at the best threshold and the shipped one. */
const WORTH_OF_SCORE = 4
/** A rate is promised: what goes beyond it counts more than a size that could be smaller. */
const WORTH_OF_QUIET = 3

/**
 * How well streams find what was injected, how quiet they are where nothing happens, and how they do on the telemetry of two spacecraft and on series that are young; `loss` is
 * what is lost by all of it.
 */
export function measure(): Figures {
  const found = choosingWorlds.map(measureWorld)
  const mean = (of: (one: (typeof found)[number]) => number): number =>
    found.reduce((sum, one) => sum + of(one), 0) / found.length
  const equal = mean((one) => one.equal)
  const shipped = mean((one) => one.shipped)
  const excess = choosingQuiet.map(({ open }, k) =>
    Math.log(Math.max(1, quietRate(open, 500_000 * (k + 1)) / MOST_A_DAY)),
  )
  const quiet = excess.reduce((sum, one) => sum + one, 0) / excess.length
  const telemetry = scoreOf(scoreTelemetry(readTelemetry().filter((_, k) => k % 2 === 0)))
  const series = scoreLabelled(START)
  const labelled = scoreOf(series)
  const labelledShipped = scoreOf(series, SHIPPED)
  const scores = telemetry + labelled + labelledShipped
  const loss = equal + shipped + WORTH_OF_QUIET * quiet - (WORTH_OF_SCORE * scores) / 100
  return { equal, shipped, quiet, telemetry, labelled, labelledShipped, loss }
}

function scoreOf(scored: readonly LabelledScores[], threshold?: number): number {
  return nabScore(scored, nabProfiles.standard, threshold).score ?? Number.NaN
}

/** Means over series and faults of the logarithm of the least size found, as a part of all sizes: at an equal rate of false alarms and as shipped. */
function measureWorld(world: ChoosingWorld, k: number): { equal: number; shipped: number } {
  const perDay = DAY / world.stepMs
  const all = Array.from({ length: SERIES }, (_, one) =>
    learn(world, 400_000 + 1000 * k + one, (HISTORY_DAYS + 1) * perDay),
  )
  const quiet = all.map(({ series, score }) => score(valuesOf(series, series.from, series.from + QUIET_DAYS * perDay)))
  const threshold = thresholdFor(quiet, EQUAL_RATE * SERIES * QUIET_DAYS, HOUR_ROWS)
  const faults = injectedFaults.filter(({ needsRhythm }) => needsRhythm === undefined || world.what !== 'no rhythm')
  let [equal, shipped] = [0, 0]
  for (const fault of faults)
    for (const one of all) {
      const peaks = Array.from({ length: SIZES }, (_, size) => peakOf(one, fault, sizeOf(fault, size)))
      equal += leastFound(fault, peaks, threshold)
      shipped += leastFound(fault, peaks, SHIPPED)
    }
  const trials = faults.length * SERIES
  return { equal: equal / trials, shipped: shipped / trials }
}

type Known = { series: KnownSeries; score(next: Float64Array): Float64Array }

function learn(world: ChoosingWorld, seed: number, from: number): Known {
  const series = openChoosingSeries(world, seed, from, (QUIET_DAYS * DAY) / world.stepMs)
  const detector = createStreamDetector()
  valuesOf(series, 0, series.from).forEach((value, row) => void detector.push(START + row * world.stepMs, value))
  const saved = detector.save()
  return {
    series,
    score(next) {
      const resumed = restoreStreamDetector(saved)
      return next.map((value, row) => resumed.push(START + (series.from + row) * world.stepMs, value).score)
    },
  }
}

function valuesOf({ curve, noise }: KnownSeries, from: number, to: number): Float64Array {
  return noise.slice(from, to).map((value, at) => curve(from + at) + value)
}

function sizeOf({ sizes: [least, most] }: InjectedFault, k: number): number {
  return least * (most / least) ** (k / (SIZES - 1))
}

/** The largest score from the first row of a fault to an hour after its last. */
function peakOf({ series, score }: Known, fault: InjectedFault, size: number): number {
  const end = series.from + fault.rows(size)
  const next = valuesOf(series, series.from, end + HOUR_ROWS)
  for (let row = series.from; row < end; row++) next[row - series.from] = fault.value(series, row, size)
  return Math.max(...score(next))
}

/** The logarithm of the least size at which all larger ones are found as well, a step beyond the largest where it is not. */
function leastFound({ sizes: [least, most] }: InjectedFault, peaks: readonly number[], threshold: number): number {
  const missed = peaks.findLastIndex((peak) => peak < threshold)
  if (missed < 0) return Math.log(least)
  const above = peaks[missed + 1]
  const part = above === undefined ? 1 : (threshold - peaks[missed]!) / (above - peaks[missed]!)
  return Math.log(least) + ((missed + part) / (SIZES - 1)) * Math.log(most / least)
}

function quietRate(open: (typeof choosingQuiet)[number]['open'], seed: number): number {
  let alarms = 0
  for (let k = 0; k < QUIET_SERIES; k++) {
    const detector = createStreamDetector()
    const value = open(createRandom(seed + k))
    for (let row = 0; row < 30 * 288; row++)
      if (detector.push(START + row * STEP_MS, value(row)).score >= SHIPPED && row >= 600) alarms++
  }
  return alarms / (QUIET_SERIES * (30 - 600 / 288))
}
