import {
  createStreamDetector,
  evaluateWindows,
  type LabelledScores,
  nabProfiles,
  nabScore,
  restoreStreamDetector,
} from '../../../packages/engine/src/index.ts'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import { halfOfTelemetry, scoreTelemetry } from '../../detection/nasa-world/read-telemetry.ts'
import { thresholdFor } from '../../detection/stream-world/half-found.ts'
import { type InjectedFault, injectedFaults, type KnownSeries } from '../../detection/stream-world/injected-faults.ts'
import { seasonalMedianZ } from '../../detection/stream-world/peer-scorers.ts'
import type { Figures } from '../measure-with.ts'
import { choosingQuiet, type QuietKind } from './choosing-quiet.ts'
import { type ChoosingWorld, choosingWorlds, openChoosingSeries, withEarlierBursts } from './choosing-series.ts'
import { scoreLabelled } from './labelled-series.ts'
import { findAfterBursts } from './live-after-bursts.ts'

const DAY = 86_400_000
/** A Thursday, at midnight. */
const START = Date.UTC(2025, 4, 1)
const SERIES = 5
const QUIET_SERIES = 4
const SIZES = 6
const EQUAL_RATE = 0.05
const SHIPPED = 0.5
const MOST_A_DAY = 0.01
/** Rows after a fault in which it may still be found, and over which alarms are one. */
const AFTER_ROWS = 12
/** Rows of a quiet series: those that it settles in, and those in which it is to be quiet. */
const SETTLING_ROWS = 600
const QUIET_ROWS = 6000
/** What NAB's score of 100 is worth beside the logarithm of a size, and likewise all windows found. */
const WORTH_OF_SCORE = 4
/** A rate is promised: what goes beyond it counts more than a size that could be smaller. */
const WORTH_OF_QUIET = 3
/** All faults that live detection is to find after others. */
const WORTH_OF_LIVE = 3
/** What is found at a smaller size than a simple peer finds it counts less than what it would have found. */
const WORTH_OF_SIZE = 0.25
/** As in the goals: of the size that the peer finds, at an equal rate and as shipped. */
const BESIDE_PEER = { equal: Math.log(1.1), shipped: Math.log(1.5) }

/**
 * How well streams find what was injected, how quiet they are where nothing happens, and how they do on the telemetry of two spacecraft and on
 * series that are young; `loss` is what is lost by all of it.
 */
export function measure(): Figures {
  const found = choosingWorlds.flatMap(measureWorld)
  const [equal, shipped] = (['equal', 'shipped'] as const).map((rate) => ({
    size: meanOf(found, (one) => one[rate]),
    beyondPeer: meanOf(found, (one) => Math.max(0, one[rate] - one.peer - BESIDE_PEER[rate])),
  })) as [Sizes, Sizes]
  const sizes = equal.beyondPeer + shipped.beyondPeer + WORTH_OF_SIZE * (equal.size + shipped.size)
  const quiet = meanOf([...choosingQuiet.entries()], ([k, kind]) =>
    Math.log(Math.max(1, quietRate(kind, 500_000 * (k + 1)) / MOST_A_DAY)),
  )
  const [telemetry, labelled] = [scoreTelemetry(halfOfTelemetry('chosen on')), scoreLabelled(START)].map((series) => ({
    best: scoreOf(series),
    shipped: scoreOf(series, SHIPPED),
    recall: evaluateWindows(series, SHIPPED).recall ?? 0,
  })) as [Scores, Scores]
  const scores = [telemetry, labelled].reduce(
    (sum, { best, shipped, recall }) => sum + (best + shipped) / 100 + recall,
    0,
  )
  const live = findAfterBursts(START)
  return {
    ...named('equal', equal),
    ...named('shipped', shipped),
    quiet,
    ...named('telemetry', telemetry),
    ...named('labelled', labelled),
    ...named('live', live),
    loss:
      sizes + WORTH_OF_QUIET * quiet - (WORTH_OF_SCORE * scores) / 2 + live.beyondPromise - WORTH_OF_LIVE * live.found,
  }
}

type Sizes = { readonly size: number; readonly beyondPeer: number }
type Scores = { readonly best: number; readonly shipped: number; readonly recall: number }

function named(what: string, figures: Readonly<Record<string, number>>): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${what} ${name}`, figure]))
}

function meanOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0) / all.length
}

function scoreOf(scored: readonly LabelledScores[], threshold?: number): number {
  return nabScore(scored, nabProfiles.standard, threshold).score ?? Number.NaN
}

/** For each fault the mean over series of the logarithm of the least size found: at an equal rate of false alarms, as shipped, and by a simple peer. */
function measureWorld(world: ChoosingWorld, k: number): { equal: number; shipped: number; peer: number }[] {
  const perDay = DAY / world.stepMs
  const quietRows = world.days * perDay
  const all = Array.from({ length: SERIES }, (_, one) => {
    const series = openChoosingSeries(world, 400_000 + 1000 * k + one, (world.days + 1) * perDay, quietRows)
    return one % 2 === 0 ? series : withEarlierBursts(series)
  })
  const learnAll = (learnOf: (series: KnownSeries) => Known['score']): Learned => {
    const known = all.map((series) => ({ series, score: learnOf(series) }))
    const quiet = known.map(({ series, score }) => score(valuesOf(series, series.from, series.from + quietRows)))
    return { known, threshold: thresholdFor(quiet, EQUAL_RATE * SERIES * world.days, AFTER_ROWS) }
  }
  const stream = learnAll((series) => learn(world, series))
  const peer = learnAll(({ from, ...series }) => seasonalMedianZ(perDay).learn(valuesOf({ ...series, from }, 0, from)))
  return injectedFaults
    .filter(({ needsRhythm }) => needsRhythm === undefined || world.what !== 'no rhythm')
    .map((fault) => {
      const peaks = peaksOf(stream.known, fault)
      return {
        equal: meanOf(peaks, (one) => leastFound(fault, one, stream.threshold)),
        shipped: meanOf(peaks, (one) => leastFound(fault, one, SHIPPED)),
        peer: meanOf(peaksOf(peer.known, fault), (one) => leastFound(fault, one, peer.threshold)),
      }
    })
}

type Known = { series: KnownSeries; score(next: Float64Array): Float64Array }
type Learned = { readonly known: readonly Known[]; readonly threshold: number }

function learn(world: ChoosingWorld, series: KnownSeries): Known['score'] {
  const detector = createStreamDetector()
  valuesOf(series, 0, series.from).forEach((value, row) => void detector.push(START + row * world.stepMs, value))
  const saved = detector.save()
  return (next) => {
    const resumed = restoreStreamDetector(saved)
    return next.map((value, row) => resumed.push(START + (series.from + row) * world.stepMs, value).score)
  }
}

function peaksOf(known: readonly Known[], fault: InjectedFault): number[][] {
  return known.map((one) => Array.from({ length: SIZES }, (_, size) => peakOf(one, fault, sizeOf(fault, size))))
}

function valuesOf({ curve, noise }: KnownSeries, from: number, to: number): Float64Array {
  return noise.slice(from, to).map((value, at) => curve(from + at) + value)
}

function sizeOf({ sizes: [least, most] }: InjectedFault, k: number): number {
  return least * (most / least) ** (k / (SIZES - 1))
}

/** The largest score from the first row of a fault to some rows after its last. */
function peakOf({ series, score }: Known, fault: InjectedFault, size: number): number {
  const end = series.from + fault.rows(size)
  const next = valuesOf(series, series.from, end + AFTER_ROWS)
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

function quietRate({ stepMs, open }: QuietKind, seed: number): number {
  let alarms = 0
  for (let k = 0; k < QUIET_SERIES; k++) {
    const detector = createStreamDetector()
    const value = open(createRandom(seed + k))
    for (let row = 0; row < SETTLING_ROWS + QUIET_ROWS; row++)
      if (detector.push(START + row * stepMs, value(row)).score >= SHIPPED && row >= SETTLING_ROWS) alarms++
  }
  return alarms / ((QUIET_SERIES * QUIET_ROWS * stepMs) / DAY)
}
