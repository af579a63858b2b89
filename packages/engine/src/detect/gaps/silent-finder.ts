import type { Frame, SeriesKey } from '../../series/frame.ts'
import type { GapFinding } from '../period.ts'
import type { GapFinderOptions } from './gap-finder-options.ts'
import { createGapList, type GapFacts, HICCUP_ROWS } from './gap-list.ts'
import { createQuietRun, type TimedRun } from './quiet-run.ts'
import { createQuietClock } from './quiet-times.ts'

/** A gap has to be less likely than this, given how often the series is missing anyway. */
const UNLIKELY = 1e-4
/** A series that is missing more often than this is not there to be missed. */
const HARDLY_THERE = 0.99

/** Finds where an instance, or one of its series, has no values while other instances do. */
export function createSilentFinder(instance: string, columns: readonly number[], options: GapFinderOptions) {
  const whole = createTarget(instance, columns, options, true)
  const singles = columns.length === 1 ? [] : columns.map((column) => createTarget(instance, [column], options, false))
  return {
    add(frame: Frame, from: number, isEmpty: Uint8Array): void {
      const isWholeSilent = isEmpty.slice().fill(1)
      const isSilent = new Uint8Array(isEmpty.length)
      for (const [k, column] of columns.entries()) {
        markMissing(frame.columns[column]!, isSilent, isWholeSilent)
        singles[k]?.add(frame, from, isEmpty, isSilent)
      }
      whole.add(frame, from, isEmpty, isWholeSilent)
    },
    end(): GapFinding[] {
      const found = whole.end()
      const isTold = (gap: GapFinding): boolean =>
        found.some((other) => gap.fromRow < other.toRow && other.fromRow < gap.toRow)
      return [...found, ...singles.flatMap((single) => single.end().filter((gap) => !isTold(gap)))]
    },
  }
}

function markMissing(values: Float64Array, isSilent: Uint8Array, isWholeSilent: Uint8Array): void {
  for (let k = 0; k < values.length; k++) {
    const isMissing = Number.isNaN(values[k]!)
    isSilent[k] = isMissing ? 1 : 0
    if (!isMissing) isWholeSilent[k] = 0
  }
}

function createTarget(instance: string, columns: readonly number[], options: GapFinderOptions, isWhole: boolean) {
  const gaps = createGapList(options.stepMs)
  const keys = columns.map((column) => options.series[column]!)
  const tell = (run: TimedRun): void => gaps.add(run, (durationMs) => silentGap(instance, keys, isWhole, durationMs))
  const needed = rowsNeeded(Math.min(...columns.map((column) => options.expected[column]!.missing)))
  const run = createQuietRun(needed, tell)
  const quiet = columns.map((column) => options.expected[column]!.quiet)
  const isQuiet = createQuietClock(quiet, options.timeZone)
  let hasBegun = options.isAwaited
  return {
    add(frame: Frame, from: number, isEmpty: Uint8Array, isSilent: Uint8Array): void {
      for (let k = 0; k < isSilent.length; k++) {
        if (isSilent[k] === 0) hasBegun = true
        const time = frame.times[k]!
        if (isEmpty[k] === 1 || (isSilent[k] === 1 && isQuiet(time))) continue
        run.add(from + k, isSilent[k] === 1 && hasBegun, time)
      }
    },
    end(): GapFinding[] {
      run.end()
      return gaps.found
    },
  }
}

/** What is said of a silent instance (`isWhole`), or of one of its series. */
export function silentGap(
  instance: string,
  keys: readonly SeriesKey[],
  isWhole: boolean,
  durationMs: number,
): GapFacts {
  const about = isWhole ? {} : { metric: keys[0]!.metric }
  return {
    kind: 'silent',
    isMissingValue: true,
    ...(isWhole ? { instance } : {}),
    seriesIds: keys.map((key) => key.id),
    sentence: { kind: 'silent', instance, ...about, series: keys.length, durationMs },
  }
}

/** Rows in a row without a value that are a gap of a target that lacks this part of its values anyway. */
export function rowsNeeded(missing: number): number {
  if (missing >= HARDLY_THERE) return Number.POSITIVE_INFINITY
  return missing > 0 ? Math.max(HICCUP_ROWS, Math.ceil(Math.log(UNLIKELY) / Math.log(missing))) : HICCUP_ROWS
}
