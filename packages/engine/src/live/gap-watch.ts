import { collectorGap } from '../detect/gaps/gap-finder.ts'
import type { GapFacts } from '../detect/gaps/gap-list.ts'
import { silentGap } from '../detect/gaps/silent-finder.ts'
import type { LocalClock } from '../series/local-clock.ts'
import { type ChurnMoment, createChurn } from './churn.ts'
import type { FindingChanges } from './finding-changes.ts'
import type { GapChange, GapReports } from './gap-reports.ts'
import { isEnd, isSent } from './live-marks.ts'
import type { LiveRows, LiveState, QuietState } from './live-state.ts'
import type { RowPlace } from './watch-series.ts'
import {
  dismiss,
  endQuietly,
  isSilent,
  restoreQuiet,
  type SilenceOptions,
  type Verdict,
  watchSilence,
} from './watch-silence.ts'
import type { WatchedInstance, WatchedSeries } from './watched-series.ts'

/** A window of five minutes at a sample every ten seconds. */
const TRAIL_ROWS = 30
/** A target that was seen for less than this before it fell silent may have been a trial, or short work. */
const MIN_KNOWN_MS = 3_600_000

/**
 * Tells silent series, silent instances and a silent collector apart, as rows come. The columns of its rows hold what senders say besides values (see
 * `live-marks.ts`). A series that ends as its sender says is not silent, nor is what was replaced (see `createChurn`).
 */
export type GapWatch = {
  takeRow(rows: LiveRows, k: number, place: RowPlace, changes: FindingChanges): void
  save(): Pick<LiveState, 'collector'>
}

export type GapWatchOptions = {
  stepMs: number
  clock: LocalClock
  watched: WatchedSeries
  instances: ReadonlyMap<string, WatchedInstance>
  reports: GapReports
}

export function createGapWatch(
  { stepMs, clock, watched, instances, reports }: GapWatchOptions,
  state?: LiveState,
): GapWatch {
  const { keys } = watched
  const collector = restoreQuiet(state?.collector)
  const churn = createChurn(watched, instances)
  const ofCollector: SilenceOptions = { stepMs, clock, minKnownMs: 0, judge: () => 'report' }
  const ofTargets = { stepMs, clock, minKnownMs: MIN_KNOWN_MS }

  const reportGap = (
    name: string,
    change: GapChange,
    { start, fromRow, quietRows: rows }: QuietState,
    place: RowPlace,
    describe: (durationMs: number) => GapFacts,
    changes: FindingChanges,
  ): void => reports.take(name, change, { start, fromRow, rows }, place, describe, changes)
  /** What the whole explains is not reported of its parts. */
  const drop = (name: string, quiet: QuietState, changes: FindingChanges): void => {
    reports.drop(name, quiet.start, changes)
    quiet.isOpen = false
  }
  /**
   * Series that fell silent shortly before everything did: rates over a window go on without the samples that they are of, and a collector stops
   * bit by bit. What is still silent when others report again is reported then.
   */
  const dropBegun = (changes: FindingChanges): void => {
    const isTrailed = ({ isOpen, fromRow }: QuietState): boolean => isOpen && collector.fromRow - fromRow <= TRAIL_ROWS
    for (const { name, members, quiet } of instances.values()) {
      if (isTrailed(quiet)) drop(`silent|${name}`, quiet, changes)
      for (const member of members) {
        const own = watched.quiet.at(member)
        if (isTrailed(own)) drop(`silent|${name}|${keys[member]!.id}`, own, changes)
      }
    }
  }
  /** Ends the series whose senders say so in this row, and the instance if all of its series have ended. */
  const endMarked = (
    { name, members, keys: all, quiet }: WatchedInstance,
    isEndOf: (member: number) => boolean,
    place: RowPlace,
    changes: FindingChanges,
  ): void => {
    let isAnyEnd = false
    for (const member of members) {
      if (!isEndOf(member)) continue
      isAnyEnd = true
      const own = watched.quiet.at(member)
      const key = keys[member]!
      const change = endQuietly(own) ? 'ended' : undefined
      reportGap(`silent|${name}|${key.id}`, change, own, place, (ms) => silentGap(name, [key], false, ms), changes)
    }
    if (!isAnyEnd || !members.every((member) => isNotAwaited(watched.quiet.at(member)))) return
    const change = endQuietly(quiet) ? 'ended' : undefined
    reportGap(`silent|${name}`, change, quiet, place, (ms) => silentGap(name, all, true, ms), changes)
  }
  const takeMembers = (
    { name, members, quiet }: WatchedInstance,
    isWholeGone: boolean,
    place: RowPlace,
    moment: ChurnMoment,
    changes: FindingChanges,
  ): void => {
    let member = 0
    const judge = (): Verdict => {
      const verdict = isSilent(quiet) ? 'wait' : churn.judgeSeries(member, moment)
      // The record of the table is that of another series by now
      watched.quiet.at(member)
      return verdict
    }
    const options: SilenceOptions = { ...ofTargets, judge }
    for (member of members) {
      const key = keys[member]!
      const own = watched.quiet.at(member)
      const each = watchSilence(own, moment.isThere(member), place, options)
      if (isWholeGone) dismiss(own)
      const isOfWhole = each !== 'ended' && (isWholeGone || isSilent(quiet))
      if (each === undefined && !isOfWhole) continue
      const about = `silent|${name}|${key.id}`
      if (isOfWhole) drop(about, own, changes)
      else reportGap(about, each, own, place, (ms) => silentGap(name, [key], false, ms), changes)
    }
  }
  const takeRow = (rows: LiveRows, k: number, place: RowPlace, changes: FindingChanges): void => {
    const moment: ChurnMoment = { time: place.time, isThere: (member) => isSent(rows.columns[member]![k]!) }
    const isAnyThere = keys.some((_, member) => moment.isThere(member))
    const change = watchSilence(collector, isAnyThere, place, ofCollector)
    if (change === 'opened') dropBegun(changes)
    reportGap('collector', change, collector, place, (ms) => collectorGap(keys, ms), changes)
    const isEndOf = (member: number): boolean => isEnd(rows.columns[member]![k]!)
    if (keys.some((_, member) => isEndOf(member)))
      for (const instance of instances.values()) endMarked(instance, isEndOf, place, changes)
    // Rows at which nothing at all was received tell of the collector
    if (!isAnyThere) return
    for (const instance of instances.values()) {
      const { name, members, keys: all, quiet } = instance
      const judge = () => churn.judgeInstance(instance, moment)
      const isThere = members.some(moment.isThere)
      const whole = watchSilence(quiet, isThere, place, { ...ofTargets, judge })
      reportGap(`silent|${name}`, whole, quiet, place, (ms) => silentGap(name, all, true, ms), changes)
      takeMembers(instance, !isThere && quiet.isGone, place, moment, changes)
    }
  }

  return { takeRow, save: () => ({ collector }) }
}

/** Whether a series has ended, was silent for long, or was never there. */
function isNotAwaited({ isGone, present }: QuietState): boolean {
  return isGone || present === 0
}
