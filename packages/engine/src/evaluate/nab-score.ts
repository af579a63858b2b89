import type { LabelledScores } from './labelled-series.ts'
import { probationRows } from './probation.ts'

/** What a window hit at its beginning earns, what a false alarm and a missed window cost. */
export type NabProfile = { hit: number; falseAlarm: number; miss: number }

/** The three profiles of NAB: its standard, one that minds false alarms more, one that minds missed windows more. */
export const nabProfiles: { standard: NabProfile; lowFP: NabProfile; lowFN: NabProfile } = {
  standard: { hit: 1, falseAlarm: 0.11, miss: 1 },
  lowFP: { hit: 1, falseAlarm: 0.22, miss: 1 },
  lowFN: { hit: 1, falseAlarm: 0.11, miss: 2 },
}

/** The score of a corpus. `raw` adds up over parts of a corpus that are scored apart. */
export type NabScore = {
  /** 100 finds the beginning of every window and nothing else; 0 is worth as much as never an alarm. Undefined without windows. */
  score: number | undefined
  /** Scores of at least this are alarms; infinite where never an alarm is best. */
  threshold: number
  raw: number
  windows: number
  windowsHit: number
  /** Rows outside the windows that are alarms. */
  falseAlarms: number
}

/**
 * Scores a corpus as the Numenta Anomaly Benchmark does (Lavin and Ahmad 2015, "Evaluating Real-time Anomaly Detection Algorithms";
 * github.com/numenta/NAB, `nab/sweeper.py`): of a window the earliest alarm counts, the more the earlier; an alarm outside costs the
 * less the sooner after a window it comes; the beginning of a series is left out (`probationRows`). Without a threshold it is the one,
 * for the whole corpus, with the highest score, as NAB chooses it, on the labels.
 */
export function nabScore(series: readonly LabelledScores[], profile: NabProfile, threshold?: number): NabScore {
  const windows = series.reduce((sum, one) => sum + one.windows.length, 0)
  const points = weighRows(series)
  points.sort((a, b) => b.score - a.score)
  const best = threshold === undefined ? sweep(points, profile) : stopAt(points, profile, threshold)
  return { score: normalizeNab(best.raw, windows, profile), windows, ...best }
}

/** A raw score over so many windows on the scale where 0 is never an alarm and 100 perfect; undefined for no windows. */
export function normalizeNab(raw: number, windows: number, { hit, miss }: NabProfile): number | undefined {
  return windows === 0 ? undefined : (100 * (raw + miss * windows)) / ((hit + miss) * windows)
}

/** `weight` is a share of what a hit earns or a false alarm costs; `window` counts over the corpus, -1 is outside. */
type Point = { score: number; weight: number; window: number }

function weighRows(series: readonly LabelledScores[]): Point[] {
  const points: Point[] = []
  let firstWindow = 0
  for (const one of series) {
    weighSeries(one, firstWindow, points)
    firstWindow += one.windows.length
  }
  return points
}

function weighSeries({ times, scores, windows }: LabelledScores, firstWindow: number, points: Point[]): void {
  const probation = probationRows(times.length)
  let previous: LabelledScores['windows'][number] | undefined
  for (let row = 0; row < times.length; row++) {
    const inside = windows.findIndex(({ from, to }) => from <= row && row <= to)
    const window = windows[inside]
    const score = scores[row]!
    if (row >= probation && !Number.isNaN(score)) {
      const weight = window === undefined ? weighOutside(row, previous) : weighInside(row, window)
      points.push({ score, weight, window: window === undefined ? -1 : firstWindow + inside })
    }
    if (row === window?.to) previous = window
  }
}

function weighInside(row: number, { from, to }: { from: number; to: number }): number {
  return sigmoid(-(to - row + 1) / (to - from + 1)) / sigmoid(-1)
}

function weighOutside(row: number, previous: { from: number; to: number } | undefined): number {
  return previous === undefined ? -1 : sigmoid((row - previous.to) / (previous.to - previous.from))
}

function sigmoid(y: number): number {
  return y > 3 ? -1 : 2 / (1 + Math.exp(5 * y)) - 1
}

type Tally = Pick<NabScore, 'raw' | 'threshold' | 'windowsHit' | 'falseAlarms'>

/** Adds up points of falling score. `at` is the tally as it stands; every window with a row that counts begins as missed. */
function createTally(
  points: readonly Point[],
  { hit, falseAlarm, miss }: NabProfile,
): { at: Tally; add(p: Point): void } {
  const credit = new Map<number, number>()
  for (const { window } of points) if (window >= 0) credit.set(window, -miss)
  const at: Tally = { raw: 0 - miss * credit.size, threshold: Number.POSITIVE_INFINITY, windowsHit: 0, falseAlarms: 0 }
  return {
    at,
    add({ score, weight, window }) {
      at.threshold = score
      if (window < 0) {
        at.raw += falseAlarm * weight
        at.falseAlarms++
        return
      }
      const before = credit.get(window)!
      if (hit * weight <= before) return
      if (before === -miss) at.windowsHit++
      at.raw += hit * weight - before
      credit.set(window, hit * weight)
    },
  }
}

function sweep(points: readonly Point[], profile: NabProfile): Tally {
  const { at, add } = createTally(points, profile)
  let best = { ...at }
  for (const [k, point] of points.entries()) {
    add(point)
    if (points[k + 1]?.score !== point.score && at.raw > best.raw) best = { ...at }
  }
  return best
}

function stopAt(points: readonly Point[], profile: NabProfile, threshold: number): Tally {
  const { at, add } = createTally(points, profile)
  for (const point of points) if (point.score >= threshold) add(point)
  return { ...at, threshold }
}
