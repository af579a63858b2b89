import { findOutliers, type PeerComparison, sliceFrame } from '../../packages/engine/src/index.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { findByRow } from './peers-world/find-by-row.ts'
import { addScores, type Score, scoreFleet } from './peers-world/score-fleet.ts'
import {
  FLEET_KINDS,
  type Fleet,
  type FleetKind,
  type FleetSize,
  simulateFleet,
  UNLIKE_KINDS,
} from './peers-world/simulate-fleet.ts'

const SHIFT = 3
const SEEDS = 12
const SIZES = [5, 10, 20, 50]
const LARGER = [10, 20, 50]
const DAY = { rows: 1440, faultRows: [60, 180] } as const
const HOURS = { rows: 300, faultRows: [20, 60] } as const
const AFTER_DAY = { rows: 2880, pastRows: 1440, faultRows: [60, 180] } as const
const TURNS = 5

/**
 * Simulated fleets of seven kinds and four sizes, a tenth of the instances (at least one) off by three robust deviations, for hours or
 * for good; then fleets of instances of all sizes, with a day of their past. By spans: a span that was found is right where it touches a fault of the same instance and side, a fault is found where
 * such a span touches it. By samples: each value of each instance counts.
 */
export function run(): Measurement[] {
  const kinds = FLEET_KINDS.map((kind) => scoreAll(SIZES, DAY, compare, [kind]))
  return [
    ...goals('of a day', addScores(kinds)),
    ...kinds.flatMap((score, k) => parts(FLEET_KINDS[k]!.name, score)),
    ...parts('three instances', scoreAll([3], DAY, compare)),
    ...parts('of 5 hours, faults of 20 to 60 minutes', scoreAll(SIZES, HOURS, compare)),
    ...parts('each row against 3 deviations, without spans', scoreAll(SIZES, DAY, findByRow)),
    ...goals('of all sizes with a day of their past', scoreAll(LARGER, AFTER_DAY, compareWithPast, UNLIKE_KINDS)),
    ...parts('five instances of all sizes', scoreAll([5], AFTER_DAY, compareWithPast, UNLIKE_KINDS)),
    ...UNLIKE_KINDS.flatMap((kind) =>
      parts(`${kind.name}, without it`, scoreAll(LARGER, AFTER_DAY, compareDay, [kind])),
    ),
    ...parts('fleets of a day, with another as their past', scoreAll(SIZES, AFTER_DAY, compareWithPast)),
    atMost('500 instances × 1,440 rows', 300, timeLargest(), 'ms', `of one core, median of ${TURNS}`),
  ]
}

function compare({ frame }: Fleet): PeerComparison[] {
  return findOutliers(frame)
}

function compareWithPast({ frame }: Fleet): PeerComparison[] {
  return findOutliers(frame, { pastRows: AFTER_DAY.pastRows })
}

/** The same day without its past. */
function compareDay({ frame }: Fleet): PeerComparison[] {
  return findOutliers(sliceFrame(frame, AFTER_DAY.pastRows, AFTER_DAY.rows))
}

function scoreAll(
  sizes: readonly number[],
  size: Omit<FleetSize, 'members'>,
  find: (fleet: Fleet) => PeerComparison[],
  kinds: readonly FleetKind[] = FLEET_KINDS,
): Score {
  const scores: Score[] = []
  for (const kind of kinds) {
    // Two kinds of instances need more of each.
    for (const members of sizes.filter((one) => kind.modes === undefined || one >= 10)) {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const fleet = simulateFleet(kind, { ...size, members }, SHIFT, 1000 * members + seed)
        scores.push(scoreFleet(fleet, find(fleet), size.pastRows))
      }
    }
  }
  return addScores(scores)
}

function goals(name: string, { spans, rows }: Score): Measurement[] {
  return [
    atLeast(`precision by spans, fleets ${name}`, 0.95, spans.right / spans.found),
    atLeast(`recall by spans, fleets ${name}`, 0.95, spans.hit / spans.true, '', `${spans.true} faults`),
    atLeast(`precision by samples, fleets ${name}`, 0.95, rows.right / rows.found),
    atLeast(`recall by samples, fleets ${name}`, 0.95, rows.right / rows.true),
  ]
}

function parts(name: string, { spans, rows }: Score): Measurement[] {
  const samples = `by samples ${(rows.right / rows.found).toFixed(3)} and ${(rows.right / rows.true).toFixed(3)}`
  return [
    forComparison(`${name}: precision by spans`, spans.right / spans.found, '', samples),
    forComparison(`${name}: recall by spans`, spans.hit / spans.true),
  ]
}

/** Time of the processor, which does not depend on what else the machine does. */
function timeLargest(): number {
  const fleet = simulateFleet(FLEET_KINDS[2]!, { ...DAY, members: 500 }, SHIFT, 7)
  const times = Array.from({ length: TURNS }, () => {
    const begin = process.cpuUsage()
    compare(fleet)
    const { user, system } = process.cpuUsage(begin)
    return (user + system) / 1000
  })
  return times.sort((a, b) => a - b)[TURNS >> 1]!
}
