import { createStreamDetector, restoreStreamDetector } from '../../../packages/engine/src/index.ts'
import { thresholdFor } from '../../detection/stream-world/half-found.ts'
import { type InjectedFault, injectedFaults, type KnownSeries } from '../../detection/stream-world/injected-faults.ts'
import { seasonalMedianZ } from '../../detection/stream-world/peer-scorers.ts'
import { type ChoosingWorld, openChoosingSeries, withEarlierBursts } from './choosing-series.ts'
import { meanOf } from './mean-of.ts'

const DAY = 86_400_000
const SERIES = 5
const SIZES = 6
const EQUAL_RATE = 0.05
const SHIPPED = 0.5
/** Rows after a fault in which it may still be found, and over which alarms are one. */
const AFTER_ROWS = 12

/** Logarithms of the least size found: at an equal rate of false alarms, as shipped, and by a simple peer at that rate. */
export type SizesFound = { readonly equal: number; readonly shipped: number; readonly peer: number }

/** For each fault the mean over five series of a world, the first of them that of `seed`; times begin at `start`. */
export function findSizes(world: ChoosingWorld, seed: number, start: number): SizesFound[] {
  const perDay = DAY / world.stepMs
  const quietRows = world.days * perDay
  const all = Array.from({ length: SERIES }, (_, one) => {
    const series = openChoosingSeries(world, seed + one, (world.days + 1) * perDay, quietRows)
    return one % 2 === 0 ? series : withEarlierBursts(series)
  })
  const learnAll = (learnOf: (series: KnownSeries) => Known['score']): Learned => {
    const known = all.map((series) => ({ series, score: learnOf(series) }))
    const quiet = known.map(({ series, score }) => score(valuesOf(series, series.from, series.from + quietRows)))
    return { known, threshold: thresholdFor(quiet, EQUAL_RATE * SERIES * world.days, AFTER_ROWS) }
  }
  const stream = learnAll((series) => learn(world, series, start))
  const peer = learnAll(({ from, ...series }) => seasonalMedianZ(perDay).learn(valuesOf({ ...series, from }, 0, from)))
  return injectedFaults
    .filter(({ needsRhythm }) => needsRhythm === undefined || world.what !== 'no rhythm')
    .map((fault) => {
      const peaks = peaksOf(stream.known, fault)
      return {
        equal: meanOf(peaks, (one) => smallestFoundSize(fault, one, stream.threshold)),
        shipped: meanOf(peaks, (one) => smallestFoundSize(fault, one, SHIPPED)),
        peer: meanOf(peaksOf(peer.known, fault), (one) => smallestFoundSize(fault, one, peer.threshold)),
      }
    })
}

type Known = { series: KnownSeries; score(next: Float64Array): Float64Array }
type Learned = { readonly known: readonly Known[]; readonly threshold: number }

function learn({ stepMs }: ChoosingWorld, series: KnownSeries, start: number): Known['score'] {
  const detector = createStreamDetector()
  valuesOf(series, 0, series.from).forEach((value, row) => void detector.push(start + row * stepMs, value))
  const saved = detector.save()
  return (next) => {
    const resumed = restoreStreamDetector(saved)
    return next.map((value, row) => resumed.push(start + (series.from + row) * stepMs, value).score)
  }
}

function peaksOf(known: readonly Known[], fault: InjectedFault): number[][] {
  return known.map((one) => Array.from({ length: SIZES }, (_, size) => peakOf(one, fault, sizeOf(fault, size))))
}

function valuesOf({ curve, noise }: KnownSeries, from: number, to: number): Float64Array {
  return noise.slice(from, to).map((value, at) => curve(from + at) + value)
}

function sizeOf({ sizes: [min, max] }: InjectedFault, k: number): number {
  return min * (max / min) ** (k / (SIZES - 1))
}

/** The largest score from the first row of a fault to some rows after its last. */
function peakOf({ series, score }: Known, fault: InjectedFault, size: number): number {
  const end = series.from + fault.rows(size)
  const next = valuesOf(series, series.from, end + AFTER_ROWS)
  for (let row = series.from; row < end; row++) next[row - series.from] = fault.value(series, row, size)
  return Math.max(...score(next))
}

/** The logarithm of the least size at which all larger ones are found as well, a step beyond the largest where it is not. */
function smallestFoundSize({ sizes: [min, max] }: InjectedFault, peaks: readonly number[], threshold: number): number {
  const missed = peaks.findLastIndex((peak) => peak < threshold)
  if (missed < 0) return Math.log(min)
  const above = peaks[missed + 1]
  const part = above === undefined ? 1 : (threshold - peaks[missed]!) / (above - peaks[missed]!)
  return Math.log(min) + ((missed + part) / (SIZES - 1)) * Math.log(max / min)
}
