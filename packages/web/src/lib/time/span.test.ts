import { describe, expect, it } from 'vitest'
import { bucketsOver, defaultSpan, refreshMs, SPAN_MS } from './span.ts'

const MINUTE_MS = 60_000

describe('defaultSpan', () => {
  it('holds sixty samples', () => {
    expect(defaultSpan(1000)).toBe('15m')
    expect(defaultSpan(MINUTE_MS)).toBe('1h')
    expect(defaultSpan(5 * MINUTE_MS)).toBe('6h')
    expect(defaultSpan(24 * 60 * MINUTE_MS)).toBe('30d')
  })
})

describe('bucketsOver', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 17)
  const hour = { from: now - SPAN_MS['1h'], to: now }

  it('is no finer than the sampling interval', () => expect(bucketsOver(hour, MINUTE_MS, 800).bucketMs).toBe(MINUTE_MS))
  it('has at most so many buckets, and one for the part at the start', () => {
    const { buckets, bucketMs } = bucketsOver(hour, 1000, 100)
    expect(bucketMs).toBe(MINUTE_MS)
    expect(buckets).toBe(61)
  })
  it('is of a length at which the server reduces to the same buckets', () => {
    const { from, to, buckets, bucketMs } = bucketsOver(hour, 1000, 800)
    expect(Math.ceil((to - from + 1) / buckets)).toBe(bucketMs)
    expect(from % bucketMs).toBe(0)
  })
  it('keeps its buckets while the time moves on within one', () => {
    const later = { from: hour.from + 2000, to: hour.to + 2000 }
    expect(bucketsOver(later, MINUTE_MS, 800)).toEqual(bucketsOver(hour, MINUTE_MS, 800))
  })
  it('covers both ends', () => {
    const { from, to } = bucketsOver(hour, 7 * MINUTE_MS, 800)
    expect(from).toBeLessThanOrEqual(hour.from)
    expect(to).toBeGreaterThanOrEqual(hour.to)
  })
})

it('reads short times often and long ones seldom', () => {
  expect(refreshMs(SPAN_MS['15m'])).toBe(2000)
  expect(refreshMs(SPAN_MS['1h'])).toBe(2000)
  expect(refreshMs(SPAN_MS['30d'])).toBe(MINUTE_MS)
})
