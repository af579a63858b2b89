import type { StreamChannel } from './channels.ts'

/** How far a score can be relied on: by how many values and days came before it. */
export type StreamTrust = 'none' | 'low' | 'medium' | 'high'

/** What is said of one point. */
export type StreamPoint = {
  /** Alarm strength from 0 to 1: 0.5 is the shipped alarm, and an incident that was reported is not reported again unless it grows. */
  score: number
  /** How anomalous the point is, reported or not, from -10 to 10: 1 is the strength of an alarm, below 0 a value under its level. */
  val: number
  /** The part of the points of this series, so far, that were as anomalous; n of them cannot say less than 1 / 300 n. */
  probability: number
  trust: StreamTrust
  /** What is most anomalous about the point; undefined for a gap and while there is nothing to compare with. */
  reason: StreamChannel | 'range' | undefined
}

/** Scores the points of one series. */
export type SeriesDetector = {
  /**
   * Scores a point by those before it and learns it. `time` is epoch milliseconds, in steps of any length; a time that stops or
   * goes back is scored by its value alone. A value that is not finite is a gap: it scores 0 and teaches nothing. Throws
   * RangeError for a time that is not finite.
   */
  push(time: number, value: number): StreamPoint
  /** Values learned so far. */
  readonly count: number
  /** Seasons found, in milliseconds: of an hour, half a day, a day, a week. */
  readonly seasons: number[]
  /** The value at the same time of earlier days and weeks; NaN where no season of a day or a week was found. */
  seasonalValue(time: number): number
}
