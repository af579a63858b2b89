import type { Period } from '@omen/engine'
import { describe, expect, it } from 'vitest'
import { toReviewedPeriod } from './given-verdict.ts'

const FALL: Period = {
  start: 0,
  end: 60_000,
  rows: 61,
  fromRow: 0,
  toRow: 61,
  val: -10,
  probability: 1e-26,
  kind: 'anomaly',
  isMissingValue: false,
  series: [],
  hasDownTime: true,
  sentence: { kind: 'collector', series: 1, durationMs: 0 },
}

describe('toReviewedPeriod', () => {
  it('keeps what verdicts learn from, such as that an instance was down', () => {
    const kept = { start: 0, end: 60_000, val: -10, probability: 1e-26, kind: 'anomaly', series: [] }
    expect(toReviewedPeriod(FALL)).toEqual({ ...kept, hasDownTime: true })
    const { hasDownTime: _, ...dip } = FALL
    expect(toReviewedPeriod(dip)).toEqual(kept)
  })
})
