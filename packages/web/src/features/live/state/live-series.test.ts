import { describe, expect, it } from 'vitest'
import { liveSample, STEP_MS } from '../../../testing/live-samples.ts'
import { isTooCoarse, valuesOf, widened } from './live-series.ts'

const START = Date.UTC(2026, 9, 25, 10)
const shown = liveSample({ from: START, to: START + 599 * STEP_MS })

describe('isTooCoarse', () => {
  const range = { from: START + 100 * STEP_MS, to: START + 110 * STEP_MS }
  it('is never true of the sampling interval itself', () =>
    expect(isTooCoarse(shown, { buckets: 800 }, range)).toBe(false))
  it('is true of a few long buckets', () => {
    expect(isTooCoarse({ ...shown, bucketMs: 10 * STEP_MS }, { buckets: 120 }, range)).toBe(true)
  })
  it('is true of a time before the one at hand', () => {
    expect(isTooCoarse(shown, { buckets: 120 }, { from: START - 60 * STEP_MS, to: START })).toBe(true)
  })
  it('is false of the time to come, which has no values', () => {
    const long = { ...shown, bucketMs: 10 * STEP_MS }
    const ahead = { from: START + 600 * STEP_MS, to: START + 700 * STEP_MS }
    expect(isTooCoarse(long, { buckets: 120 }, ahead)).toBe(false)
  })
})

describe('valuesOf', () => {
  it('cuts a range with some samples around it', () => {
    const { times, series } = valuesOf(shown, ['cpu[node1]'], {
      from: START + 100 * STEP_MS,
      to: START + 110 * STEP_MS,
    })
    expect([times[0], times.at(-1)]).toEqual([START + 99 * STEP_MS, START + 111 * STEP_MS])
    expect(series.map(({ seriesId, min }) => [seriesId, min.length])).toEqual([['cpu[node1]', times.length]])
  })
})

describe('widened', () => {
  it('stays the same while the end moves on by a sample', () => {
    const from = START + 7 * STEP_MS
    const ranges = Array.from({ length: 60 }, (_, row) => widened({ from, to: from + (600 + row) * STEP_MS }, STEP_MS))
    expect(new Set(ranges.map(({ from: a, to }) => `${a} ${to}`)).size).toBeLessThan(5)
  })
})
