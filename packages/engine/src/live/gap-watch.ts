import { collectorGap } from '../detect/gaps/gap-finder.ts'
import { gapDuration } from '../detect/gaps/gap-list.ts'
import { silentGap } from '../detect/gaps/silent-finder.ts'
import type { GapFinding } from '../detect/period.ts'
import type { SeriesKey } from '../series/frame.ts'
import type { FindingChanges } from './finding-changes.ts'
import type { LiveFinding, LiveRows, LiveState, QuietState } from './live-state.ts'
import type { RowPlace } from './watch-series.ts'
import { emptyQuiet, type QuietChange, watchSilence } from './watch-silence.ts'
import type { WatchedSeries } from './watched-series.ts'

/** A window of five minutes at a sample every ten seconds. */
const TRAIL_ROWS = 30

/** The series of an instance by their places, and how long all of them have been silent. */
export type WatchedInstance = {
  readonly name: string
  readonly members: readonly number[]
  readonly keys: readonly SeriesKey[]
  readonly quiet: QuietState
}

/** Tells silent series, silent instances and a silent collector apart, as rows come. */
export type GapWatch = {
  takeRow(rows: LiveRows, k: number, place: RowPlace, changes: FindingChanges): void
  /** Gaps that go on. */
  findings(): LiveFinding[]
  save(): Pick<LiveState, 'collector' | 'gaps'>
}

export function createGapWatch(
  {
    stepMs,
    watched,
    instances,
  }: { stepMs: number; watched: WatchedSeries; instances: ReadonlyMap<string, WatchedInstance> },
  state?: LiveState,
): GapWatch {
  const { keys } = watched
  const collector = state?.collector ?? emptyQuiet()
  const gaps = new Map<string, LiveFinding>(state?.gaps)

  const reportGap = (
    name: string,
    change: QuietChange,
    quiet: QuietState,
    { time }: RowPlace,
    describe: (durationMs: number) => Omit<GapFinding, 'start' | 'end' | 'rows' | 'fromRow' | 'toRow'>,
    changes: FindingChanges,
  ): void => {
    if (change === undefined) return
    const key = `${name}|${quiet.start}`
    if (change === 'ended') {
      const before = gaps.get(key)
      if (before !== undefined) changes.add({ changed: [{ ...before, state: 'over' }], removed: [] })
      gaps.delete(key)
      return
    }
    const { start, fromRow, quietRows } = quiet
    const place = { start, end: time, fromRow, toRow: fromRow + quietRows, rows: quietRows }
    const gap: GapFinding = { ...place, ...describe(gapDuration(place, stepMs)) }
    const reportedAt = gaps.get(key)?.reportedAt ?? time
    const finding: LiveFinding = { key, type: 'gap', state: 'open', gap, reportedAt }
    gaps.set(key, finding)
    changes.add({ changed: [finding], removed: [] })
  }
  /** What the whole explains is not reported of its parts. */
  const drop = (name: string, quiet: QuietState, changes: FindingChanges): void => {
    const key = `${name}|${quiet.start}`
    if (gaps.delete(key)) changes.add({ changed: [], removed: [key] })
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
  const takeRow = (rows: LiveRows, k: number, place: RowPlace, changes: FindingChanges): void => {
    const { row, time } = place
    const hasValue = (member: number): boolean => !Number.isNaN(rows.columns[member]![k]!)
    const isAnyPresent = keys.some((_, member) => hasValue(member))
    const change = watchSilence(collector, isAnyPresent, row, time, stepMs)
    if (change === 'opened') dropBegun(changes)
    reportGap('collector', change, collector, place, (ms) => collectorGap(keys, ms), changes)
    // Rows at which nothing at all was received tell of the collector
    if (!isAnyPresent) return
    for (const { name, members, keys: all, quiet } of instances.values()) {
      const isPresent = members.some(hasValue)
      const isSole = instances.size === 1
      const whole = isSole ? undefined : watchSilence(quiet, isPresent, row, time, stepMs)
      reportGap(`silent|${name}`, whole, quiet, place, (ms) => silentGap(name, all, true, ms), changes)
      if (members.length === 1 && !isSole) continue
      for (const member of members) {
        const own = watched.quiet.at(member)
        const each = watchSilence(own, hasValue(member), row, time, stepMs)
        if (each === undefined) continue
        const key = keys[member]!
        const about = `silent|${name}|${key.id}`
        if (quiet.isOpen && each !== 'ended') drop(about, own, changes)
        else reportGap(about, each, own, place, (ms) => silentGap(name, [key], false, ms), changes)
      }
    }
  }

  return { takeRow, findings: () => [...gaps.values()], save: () => ({ collector, gaps }) }
}
