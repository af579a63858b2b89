import { nearlyFlagged } from '../detect/find-runs.ts'
import { deviationOf, distanceFrom, isArmed, probabilityOf, YOUNG, zScoreOf } from './expectation.ts'
import type { LiftedRow, WatchState } from './live-state.ts'
import { MIN_ALARM, oldFaultDistance } from './relapse.ts'

/** A fault is dated back by so many rows at most. */
const MAX_LIFTED_ROWS = 60
/**
 * The number of consecutive rows, in `cvalue`, that raise an alarm if they are on average this many spreads off. Fitted on the sample
 * shop: less took in jobs of each night and rises of visitors.
 */
const LASTING = 4
const LASTING_SPREADS = 10
/**
 * How many times farther off they have to be than the usual distance, which fades by a third until a nightly job runs
 * again. Fitted on the sample shop: less took in jobs of each night and rises of visitors.
 */
const BEYOND_JOBS = 1.7
const DAY = 86_400_000

/**
 * Whether a row continues rows that have been far off for long, farther than any that were no fault and than a fault of the last days, though the streaming
 * engine gives no alarm for them: it knows such values from other times, such as those of a job. What is usual is known after a day.
 */
export function isLastingRun(
  watch: WatchState,
  { row, val, level }: { row: number; val: number; level: number },
  { stepMs, cvalue }: { stepMs: number; cvalue: number },
): boolean {
  const { lifted, count, faults, usualDistance } = watch
  if (lifted.length < Math.min(MAX_LIFTED_ROWS, LASTING * cvalue) || Math.abs(val) < MIN_ALARM || count * stepMs < DAY)
    return false
  const { usualLevel, spread, side, usual: usualValue } = lifted[0]!.sample
  const mean = (of: (row: LiftedRow) => number): number => lifted.reduce((sum, one) => sum + of(one), 0) / lifted.length
  const offLevel = side * mean(({ sample }) => sample.level - usualLevel)
  // A job that comes early or late leaves its rhythm, but not what was expected when it did
  const offValue = side * mean(({ sample }) => sample.value - usualValue)
  const usual = Math.max(usualDistance, oldFaultDistance(faults, row, { stepMs, cvalue }))
  const isFar = Math.min(offLevel, offValue) >= Math.max(LASTING_SPREADS * spread, BEYOND_JOBS * usual)
  return isFar && side * (level - usualLevel) > 0
}

/** Keeps rows that are on one side of what was expected before the first of them, as far off as rows after an alarm have to be. */
export function followLifted(watch: WatchState, { row, sample }: LiftedRow, { q }: { q: number }): void {
  const { lifted } = watch
  const { usualLevel, spread } = lifted[0]?.sample ?? sample
  const zScore = distanceFrom({ usualLevel, spread }, sample.level)
  const probability = probabilityOf(zScore)
  const side = Math.sign(zScore)
  const isLifted =
    lifted.length === 0 ? probability < q : side === lifted[0]!.sample.side && probability < nearlyFlagged(q)
  if (isArmed(watch) || watch.count < YOUNG || !isLifted || lifted.length === MAX_LIFTED_ROWS) {
    if (lifted.length > 0) dropLifted(watch)
    return
  }
  const usual = sample.usual + usualLevel - sample.usualLevel
  watch.lifted = [...lifted, { row, sample: { ...sample, usual, usualLevel, spread, probability, side, zScore } }]
}

/** Rows that came to nothing are as far off as is usual. */
function dropLifted(watch: WatchState): void {
  for (const { sample } of watch.lifted)
    watch.usualDistance = Math.max(watch.usualDistance, Math.abs(sample.level - sample.usualLevel))
  watch.lifted = []
}

/** The rows right before an alarm that go the same way, at least half as far; the expectation is that from before them again. */
export function takeLifted(watch: WatchState, level: number, side: number): readonly LiftedRow[] {
  const { lifted } = watch
  const first = lifted[0]?.sample
  if (first === undefined) return []
  watch.lifted = []
  if (first.side !== side) return []
  watch.level = first.usualLevel
  watch.deviation = deviationOf(first.spread)
  const min = Math.abs(zScoreOf(watch, level)) / 2
  const before = lifted.findLastIndex(({ sample }) => Math.abs(sample.zScore) < min)
  return lifted.slice(before + 1)
}
