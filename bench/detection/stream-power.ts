import { createRandom } from '../../packages/engine/src/stats/random.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { type BusinessCase, businessCases, businessHours } from './stream-world/business-hours.ts'
import { sizeHalfFound, thresholdFor } from './stream-world/half-found.ts'
import {
  type InjectedFault,
  injectedFaults,
  type KnownSeries,
  openKnownSeries,
} from './stream-world/injected-faults.ts'
import { peerScorers, type Scorer, streamScorer } from './stream-world/peer-scorers.ts'
import { DAY_ROWS, dailyCurve } from './stream-world/rhythm.ts'

const SERIES = 40
const HISTORY = 21 * DAY_ROWS
/** Series without a fault, by which the thresholds of an equal rate of false alarms are set. */
const QUIET_SERIES = 30
const QUIET_DAYS = 28
const EQUAL_RATE = 0.05
const HOUR_ROWS = 12
const SHIPPED = 0.5
/** Of the best peer at an equal rate, and of the own size at that rate. */
const BESIDE_PEERS = 1.1
const AS_SHIPPED = 1.5
const BUSINESS_SERIES = 8
const MAX_HOURS = 3

const scorers: readonly Scorer[] = [streamScorer, ...peerScorers]

/**
 * The size at which half of the faults of a kind are found: noise with an autocorrelation of 0.5, with a daily rhythm and without, rows of five minutes,
 * three weeks of history. Once at thresholds at which each detector gives one false alarm in twenty days of such a series, and once at the
 * shipped alarm. Then what nobody would miss in a series of business hours.
 */
export function run(): Measurement[] {
  return [
    ...powerTable('daily rhythm', dailyCurve),
    ...powerTable('no rhythm', () => 50),
    ...businessCases.map(businessFigure),
  ]
}

function powerTable(where: string, curve: (row: number) => number): Measurement[] {
  const thresholds = scorers.map((scorer) => equalThreshold(scorer, curve))
  const faults = injectedFaults.filter(({ needsRhythm }) => needsRhythm === undefined || curve === dailyCurve)
  const atAnyTime = learnSeries(curve)
  const rows = faults.map((fault) =>
    measureFault(fault, fault.ofDay === undefined ? atAnyTime : learnSeries(curve, fault.ofDay), thresholds),
  )
  const better = rows.filter(({ equal, peer }) => equal < peer).length / rows.length
  return [
    ...rows.flatMap(({ fault, equal, shipped, peer, note }) => {
      const said = `${fault.what}, ${where}`
      return [
        sizeFigure(`${said}: equal rate`, fault, equal, BESIDE_PEERS * peer, note),
        sizeFigure(`${said}: as shipped`, fault, shipped, AS_SHIPPED * equal),
      ]
    }),
    atLeast(`${where}: share of these faults in which no peer is as good`, 0.5, better),
  ]
}

type Learned = { series: KnownSeries[]; learned: ((next: Float64Array) => Float64Array)[][] }

/** What each detector knows of each series before its fault. */
function learnSeries(curve: KnownSeries['curve'], ofDay?: number): Learned {
  const series = Array.from({ length: SERIES }, (_, k) => openKnownSeries(90_000 + k, curve, HISTORY, ofDay))
  return {
    series,
    learned: scorers.map((scorer) => series.map((one) => scorer.learn(usualValues(one, 0, one.from)))),
  }
}

function measureFault(fault: InjectedFault, { series, learned }: Learned, thresholds: readonly number[]) {
  const sizes = scorers.flatMap((_, k) => {
    const sizeAt = (threshold: number): number =>
      sizeHalfFound(fault.sizes, (size) => foundShare(series, learned[k]!, { fault, size, threshold }))
    return k === 0 ? [sizeAt(thresholds[k]!), sizeAt(SHIPPED)] : [sizeAt(thresholds[k]!)]
  })
  const [equal, shipped, ...peers] = sizes as [number, number, ...number[]]
  const note = peerScorers.map(({ name }, k) => `${name} ${sizeText(peers[k]!)}`).join(', ')
  return { fault, equal, shipped, peer: Math.min(...peers), note }
}

type Trial = { fault: InjectedFault; size: number; threshold: number }

/** Found is a fault with an alarm from its first row to an hour after its last. */
function foundShare(
  series: readonly KnownSeries[],
  learned: readonly ((next: Float64Array) => Float64Array)[],
  { fault, size, threshold }: Trial,
): number {
  const found = series.filter((one, k) => {
    const end = one.from + fault.rows(size)
    const next = usualValues(one, one.from, end + HOUR_ROWS)
    for (let row = one.from; row < end; row++) next[row - one.from] = fault.value(one, row, size)
    return learned[k]!(next).some((score) => score >= threshold)
  })
  return found.length / series.length
}

function usualValues({ curve, noise }: KnownSeries, from: number, to: number): Float64Array {
  return noise.slice(from, to).map((value, at) => curve(from + at) + value)
}

function equalThreshold(scorer: Scorer, curve: KnownSeries['curve']): number {
  const scores = Array.from({ length: QUIET_SERIES }, (_, k) => {
    const series = openKnownSeries(70_000 + k, curve, HISTORY + (QUIET_DAYS - 1) * DAY_ROWS, 0)
    return scorer.learn(usualValues(series, 0, HISTORY))(usualValues(series, HISTORY, HISTORY + QUIET_DAYS * DAY_ROWS))
  })
  return thresholdFor(scores, EQUAL_RATE * QUIET_SERIES * QUIET_DAYS, HOUR_ROWS)
}

/** Not found is written as the largest size that was looked for, with that in the note. */
function sizeFigure(
  what: string,
  { unit, sizes }: InjectedFault,
  size: number,
  max: number,
  note?: string,
): Measurement {
  const isFound = Number.isFinite(size)
  const said = [...(isFound ? [] : [`half are not found at ${sizes[1]}`]), ...(note === undefined ? [] : [note])]
  const measured = isFound ? size : sizes[1]
  const noted = said.length > 0 ? said.join('; ') : undefined
  // Where neither peer nor detector finds it, there is nothing to compare with
  return Number.isFinite(max) ? atMost(what, max, measured, unit, noted) : forComparison(what, measured, unit, noted)
}

function sizeText(size: number): string {
  return Number.isFinite(size) ? size.toPrecision(2) : 'never'
}

/** The latest alarm over some series, in hours after the fault began; 24 for none in a day. */
function businessFigure({ what, from, change }: BusinessCase): Measurement {
  const delays = Array.from({ length: BUSINESS_SERIES }, (_, k) => {
    const random = createRandom(60_000 + k)
    const usual = businessHours(random, () => true)
    const start = HISTORY + from
    const learned = streamScorer.learn(Float64Array.from({ length: start }, (_, row) => usual(row)))
    const next = Float64Array.from({ length: DAY_ROWS }, (_, row) => change(usual(start + row), random))
    const alarm = learned(next).findIndex((score) => score >= SHIPPED)
    return alarm < 0 ? 24 : alarm / HOUR_ROWS
  })
  return atMost(
    `business hours, ${what}: alarm after`,
    MAX_HOURS,
    Math.max(...delays),
    'h',
    `the latest of ${BUSINESS_SERIES}`,
  )
}
