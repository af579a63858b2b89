import type { LabelledScores, RowSpan } from './labelled-series.ts'
import { probationRows } from './probation.ts'

/** What a window hit at its beginning earns, what a false alarm and a missed window cost. */
export type NabProfile = { hit: number; falseAlarm: number; miss: number }

/**
 * The three profiles of NAB: its standard, one that minds false alarms more, one that minds missed windows more.
 * Source: Numenta Anomaly Benchmark (Lavin and Ahmad 2015).
 */
export const NAB_PROFILES: { standard: NabProfile; lowFP: NabProfile; lowFN: NabProfile } = {
  standard: { hit: 1, falseAlarm: 0.11, miss: 1 },
  lowFP: { hit: 1, falseAlarm: 0.22, miss: 1 },
  lowFN: { hit: 1, falseAlarm: 0.11, miss: 2 },
}

/**
 * Rows that count, of all series; `order` lists them by falling score. A weight is a share of what a hit earns or a false alarm
 * costs. `windows` count over the corpus, -1 being outside; `total` is how many there are.
 */
type RankedRows = {
  scores: Float64Array
  weights: Float64Array
  windows: Int32Array
  order: Uint32Array
  total: number
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
  return scoreRows(rankRows(series), profile, threshold)
}

/** The scores of a corpus in all three profiles, each at its best threshold. */
export function nabScores(series: readonly LabelledScores[]): Record<keyof typeof NAB_PROFILES, NabScore> {
  const rows = rankRows(series)
  return {
    standard: scoreRows(rows, NAB_PROFILES.standard),
    lowFP: scoreRows(rows, NAB_PROFILES.lowFP),
    lowFN: scoreRows(rows, NAB_PROFILES.lowFN),
  }
}

function scoreRows(rows: RankedRows, profile: NabProfile, threshold?: number): NabScore {
  const best = threshold === undefined ? sweep(rows, profile) : stopAt(rows, profile, threshold)
  return { score: normalizeNab(best.raw, rows.total, profile), windows: rows.total, ...best }
}

/** A raw score over so many windows on the scale where 0 is never an alarm and 100 perfect; undefined for no windows. */
export function normalizeNab(raw: number, windows: number, { hit, miss }: NabProfile): number | undefined {
  return windows === 0 ? undefined : (100 * (raw + miss * windows)) / ((hit + miss) * windows)
}

type Tally = Pick<NabScore, 'raw' | 'threshold' | 'windowsHit' | 'falseAlarms'>

/** Adds up rows of falling score. `at` is the tally as it stands; every window with a row that counts begins as missed. */
function createTally(rows: RankedRows, { hit, falseAlarm, miss }: NabProfile): { at: Tally; add(row: number): void } {
  const { scores, weights, windows, order, total } = rows
  const credit = new Float64Array(total).fill(-miss)
  const counted = new Set<number>()
  for (const row of order) if (windows[row]! >= 0) counted.add(windows[row]!)
  const at: Tally = { raw: 0 - miss * counted.size, threshold: Number.POSITIVE_INFINITY, windowsHit: 0, falseAlarms: 0 }
  return {
    at,
    add(row) {
      const window = windows[row]!
      at.threshold = scores[row]!
      if (window < 0) {
        at.raw += falseAlarm * weights[row]!
        at.falseAlarms++
        return
      }
      const [before, now] = [credit[window]!, hit * weights[row]!]
      if (now <= before) return
      if (before === -miss) at.windowsHit++
      at.raw += now - before
      credit[window] = now
    },
  }
}

function sweep(rows: RankedRows, profile: NabProfile): Tally {
  const { scores, order } = rows
  const { at, add } = createTally(rows, profile)
  let best = { ...at }
  for (let k = 0; k < order.length; k++) {
    add(order[k]!)
    const isLast = k + 1 === order.length || scores[order[k + 1]!] !== scores[order[k]!]
    if (isLast && at.raw > best.raw) best = { ...at }
  }
  return best
}

function stopAt(rows: RankedRows, profile: NabProfile, threshold: number): Tally {
  const { at, add } = createTally(rows, profile)
  for (const row of rows.order) if (rows.scores[row]! >= threshold) add(row)
  return { ...at, threshold }
}

/** Weighs the rows of a corpus as NAB does, those of the probation left out, and sorts them. NaN is a row that has no score. */
function rankRows(series: readonly LabelledScores[]): RankedRows {
  const count = series.reduce((sum, one) => sum + one.times.length, 0)
  const rows = { scores: new Float64Array(count), weights: new Float64Array(count), windows: new Int32Array(count) }
  let used = 0
  let total = 0
  for (const one of series) {
    used = weighSeries(one, total, rows, used)
    total += one.windows.length
  }
  const { scores } = rows
  const order = Uint32Array.from({ length: used }, (_, k) => k).sort((a, b) => scores[b]! - scores[a]!)
  return { ...rows, order, total }
}

/** Writes the rows of a series from place `used` on; the answer is the place after them. */
function weighSeries(
  { times, scores, windows }: LabelledScores,
  firstWindow: number,
  rows: Pick<RankedRows, 'scores' | 'weights' | 'windows'>,
  used: number,
): number {
  const windowOf = new Int32Array(times.length).fill(-1)
  // A row belongs to the first window that holds it.
  for (let k = windows.length - 1; k >= 0; k--) windowOf.fill(k, windows[k]!.from, windows[k]!.to + 1)
  let at = used
  let previous: RowSpan | undefined
  const probation = probationRows(times.length)
  for (let row = 0; row < times.length; row++) {
    const inside = windowOf[row]!
    const window = windows[inside]
    if (row >= probation && !Number.isNaN(scores[row]!)) {
      rows.scores[at] = scores[row]!
      rows.weights[at] = window === undefined ? weighOutside(row, previous) : weighInside(row, window)
      rows.windows[at++] = window === undefined ? -1 : firstWindow + inside
    }
    if (row === window?.to) previous = window
  }
  return at
}

function weighInside(row: number, { from, to }: RowSpan): number {
  return sigmoid(-(to - row + 1) / (to - from + 1)) / sigmoid(-1)
}

function weighOutside(row: number, previous: RowSpan | undefined): number {
  return previous === undefined ? -1 : sigmoid((row - previous.to) / (previous.to - previous.from))
}

function sigmoid(y: number): number {
  return y > 3 ? -1 : 2 / (1 + Math.exp(5 * y)) - 1
}
