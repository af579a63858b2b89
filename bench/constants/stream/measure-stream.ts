import { evaluateWindows, type LabelledScores, NAB_PROFILES, nabScore } from '../../../packages/engine/src/index.ts'
import { halfOfTelemetry, scoreTelemetry } from '../../detection/nasa-world/read-telemetry.ts'
import type { Figures } from '../measure-with.ts'
import { choosingQuiet } from './choosing-quiet.ts'
import { choosingWorlds } from './choosing-series.ts'
import { findSizes } from './find-sizes.ts'
import { scoreLabelled } from './labelled-series.ts'
import { findAfterBursts } from './live-after-bursts.ts'
import { meanOf } from './mean-of.ts'
import { quietRate } from './quiet-rate.ts'

/** A Thursday, at midnight. */
const START = Date.UTC(2025, 4, 1)
const QUIET_SERIES = 4
const SHIPPED = 0.5
const MAX_PER_DAY = 0.01
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
  const found = choosingWorlds.flatMap((world, k) => findSizes(world, 400_000 + 1000 * k, START))
  const [equal, shipped] = (['equal', 'shipped'] as const).map((rate) => ({
    size: meanOf(found, (one) => one[rate]),
    beyondPeer: meanOf(found, (one) => Math.max(0, one[rate] - one.peer - BESIDE_PEER[rate])),
  })) as [Sizes, Sizes]
  const sizes = equal.beyondPeer + shipped.beyondPeer + WORTH_OF_SIZE * (equal.size + shipped.size)
  const quiet = meanOf([...choosingQuiet.entries()], ([k, kind]) =>
    Math.log(Math.max(1, quietRate(kind, QUIET_SERIES, 500_000 * (k + 1), START) / MAX_PER_DAY)),
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

function scoreOf(scored: readonly LabelledScores[], threshold?: number): number {
  return nabScore(scored, NAB_PROFILES.standard, threshold).score ?? Number.NaN
}
