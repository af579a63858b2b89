import type { Measurement } from '../budget.ts'
import { choosingQuiet } from '../constants/stream/choosing-quiet.ts'
import { choosingWorlds } from '../constants/stream/choosing-series.ts'
import { findSizes } from '../constants/stream/find-sizes.ts'
import { findAfterBursts } from '../constants/stream/live-after-bursts.ts'
import { meanOf } from '../constants/stream/mean-of.ts'
import { quietRate } from '../constants/stream/quiet-rate.ts'
import { atMost, forComparison } from './figure.ts'
import { START } from './stream-world/rhythm.ts'

/** Seeds that no constant was ever chosen on. */
const FIRST_SEED = 70_000_000
const SEEDS_OF_KIND = 100_000
const QUIET_SERIES = 12
const MAX_PER_DAY = 0.01
/** Of the peer at an equal rate, and of the own size at that rate. */
const BESIDE_PEER = 1.1
const AS_SHIPPED = 1.5

/**
 * The shipped detector on the kinds of series that other constants are chosen on, with new seeds; none of its own were chosen on them, but for two of live
 * detection, which has no goal here. The mean over faults of the size that is found, rows above the alarm where nothing happens, and what live detection finds after bursts.
 */
export function run(): Measurement[] {
  const live = findAfterBursts(START, FIRST_SEED - SEEDS_OF_KIND)
  return [
    ...choosingWorlds.flatMap((world, k) => {
      const found = findSizes(world, FIRST_SEED + SEEDS_OF_KIND * k, START)
      const [equal, shipped, peer] = (['equal', 'shipped', 'peer'] as const).map((by) =>
        meanOf(found, (one) => one[by]),
      )
      const besidePeer = Math.exp(equal! - peer!)
      return [
        atMost(`${world.what}: size at an equal rate beside a seasonal median z`, BESIDE_PEER, besidePeer, 'times'),
        atMost(
          `${world.what}: size as shipped beside that at an equal rate`,
          AS_SHIPPED,
          Math.exp(shipped! - equal!),
          'times',
        ),
      ]
    }),
    ...choosingQuiet.map((kind, k) => {
      const rate = quietRate(kind, QUIET_SERIES, FIRST_SEED + SEEDS_OF_KIND * (choosingWorlds.length + k), START)
      return atMost(`alarms in ${kind.what}`, MAX_PER_DAY, rate, '/ series-day')
    }),
    forComparison('faults after two bursts that live detection flags half of', live.found),
  ]
}
