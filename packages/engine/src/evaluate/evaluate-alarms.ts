import { findStepMs } from '../series/find-step.ts'
import { median } from '../stats/quantile.ts'
import type { Alarm, LabelledAlarms, LabelledScores, LabelledSeries, RowSpan } from './labelled-series.ts'
import { probationRows } from './probation.ts'

/** How well alarms met the windows. Undefined is what cannot be said: a share of nothing. */
export type WindowEvaluation = {
  /** Windows that reach into the evaluated rows. */
  windows: number
  windowsHit: number
  /** Alarms that touch no window. */
  falseAlarms: number
  /** The same with neighbouring rows as one. */
  falseRuns: number
  /** Evaluated days, added up over the series. */
  days: number
  /** Windows hit, of windows hit and false alarms. */
  precision: number | undefined
  /** Windows hit, of all. */
  recall: number | undefined
  f1: number | undefined
  falseAlarmsPerDay: number | undefined
  /** Rows outside the windows that an alarm is about, of all of them. */
  flaggedOutside: number | undefined
  /** Median time from the beginning of a window that was hit to its first alarm, ms; 0 for one that was reported before. */
  delayMs: number | undefined
}

/**
 * Holds alarms against labelled windows. A window is hit when an alarm touches it, once however often; an alarm that touches none is
 * false. Precision weighs windows against alarms: a window hit ten times counts once, ten false alarms count ten times.
 */
export function evaluateAlarms(series: readonly LabelledAlarms[]): WindowEvaluation {
  const parts = series.map(tally)
  const sum = (of: (part: Tally) => number): number => parts.reduce((total, part) => total + of(part), 0)
  const windows = sum((part) => part.windows)
  const falseAlarms = sum((part) => part.falseAlarms)
  const days = sum((part) => part.days)
  const delays = parts.flatMap((part) => part.delays)
  const windowsHit = delays.length
  return {
    windows,
    windowsHit,
    falseAlarms,
    days,
    falseRuns: sum((part) => part.falseRuns),
    precision: share(windowsHit, windowsHit + falseAlarms),
    recall: share(windowsHit, windows),
    // The harmonic mean of both, written so that it is 0 where nothing was hit.
    f1: windows === 0 ? undefined : share(2 * windowsHit, windows + windowsHit + falseAlarms),
    falseAlarmsPerDay: share(falseAlarms, days),
    flaggedOutside: share(
      sum((part) => part.flaggedRows),
      sum((part) => part.normalRows),
    ),
    delayMs: windowsHit === 0 ? undefined : median(delays),
  }
}

/**
 * Holds scores against labelled windows at a threshold: each row whose score reaches it is an alarm. The rows of the probation
 * (`probationRows`) are not evaluated. Throws RangeError for a threshold that is not a number.
 */
export function evaluateWindows(series: readonly LabelledScores[], threshold: number): WindowEvaluation {
  if (Number.isNaN(threshold)) throw new RangeError('a threshold is a number')
  return evaluateAlarms(
    series.map(({ times, windows, scores }) => {
      const alarms: Alarm[] = []
      for (let row = 0; row < times.length; row++)
        if (scores[row]! >= threshold) alarms.push({ from: row, to: row, reportedRow: row })
      return { times, windows, alarms, evaluatedFrom: probationRows(times.length) }
    }),
  )
}

type Tally = Pick<WindowEvaluation, 'windows' | 'falseAlarms' | 'falseRuns' | 'days'> & {
  delays: number[]
  normalRows: number
  flaggedRows: number
}

function tally({ times, windows, alarms, evaluatedFrom }: LabelledAlarms): Tally {
  const evaluated = alarms.filter((alarm) => alarm.to >= evaluatedFrom)
  const counted = windows.filter((window) => window.to >= evaluatedFrom)
  const labelled = countLabelled(times.length, windows)
  const isWrong = ({ from, to }: Alarm): boolean => labelled[to + 1] === labelled[from]
  const [wrong, right] = [evaluated.filter(isWrong), evaluated.filter((alarm) => !isWrong(alarm))]
  const delays = counted.flatMap((window) => {
    const reported = right.filter((alarm) => touch(alarm, window)).map((alarm) => times[alarm.reportedRow]!)
    return reported.length === 0 ? [] : [Math.max(0, reported.reduce((a, b) => Math.min(a, b)) - times[window.from]!)]
  })
  return {
    windows: counted.length,
    falseAlarms: wrong.length,
    falseRuns: wrong.filter((alarm, k) => k === 0 || alarm.from > wrong[k - 1]!.to + 1).length,
    days: observedDays(times, evaluatedFrom),
    delays,
    ...countNormal(times.length, windows, alarms, evaluatedFrom),
  }
}

/** How many of the rows before each one, and of all, lie in a window. */
function countLabelled(rows: number, windows: readonly RowSpan[]): Uint32Array {
  const isLabelled = new Uint8Array(rows)
  for (const { from, to } of windows) isLabelled.fill(1, from, to + 1)
  const counts = new Uint32Array(rows + 1)
  for (let row = 0; row < rows; row++) counts[row + 1] = counts[row]! + isLabelled[row]!
  return counts
}

/** Evaluated rows outside the windows, and those of them that alarms are about. */
function countNormal(
  rows: number,
  windows: readonly RowSpan[],
  alarms: readonly RowSpan[],
  evaluatedFrom: number,
): Pick<Tally, 'normalRows' | 'flaggedRows'> {
  const isFlagged = new Uint8Array(rows)
  const isNormal = new Uint8Array(rows).fill(1, evaluatedFrom)
  for (const { from, to } of alarms) isFlagged.fill(1, from, to + 1)
  for (const { from, to } of windows) isNormal.fill(0, from, to + 1)
  const normalRows = isNormal.reduce((sum, one) => sum + one, 0)
  return { normalRows, flaggedRows: isNormal.reduce((sum, one, row) => sum + (one & isFlagged[row]!), 0) }
}

function touch(a: RowSpan, b: RowSpan): boolean {
  return a.from <= b.to && b.from <= a.to
}

function share(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined
}

const DAY = 86_400_000

/** Days from the first evaluated row to the last, without pauses of more than a day and ten usual steps, and times that go back. */
function observedDays(times: LabelledSeries['times'], evaluatedFrom: number): number {
  const longest = Math.max(DAY, 10 * findStepMs(times))
  let ms = 0
  for (let row = evaluatedFrom + 1; row < times.length; row++) {
    const step = times[row]! - times[row - 1]!
    if (step > 0 && step <= longest) ms += step
  }
  return ms / DAY
}
