import { describe, expect, it } from 'vitest'
import { bucketsOver, defaultSpan, refreshMs, spanMs } from './span.ts'

const minuteMs = 60_000

describe('defaultSpan', () => {
  it('holds sixty samples', () => {
    expect(defaultSpan(1000)).toBe('15m')
    expect(defaultSpan(minuteMs)).toBe('1h')
    expect(defaultSpan(5 * minuteMs)).toBe('6h')
    expect(defaultSpan(24 * 60 * minuteMs)).toBe('30d')
  })
})

describe('bucketsOver', () => {
  const now = Date.UTC(2026, 10, 20, 12, 0, 17)
  const hour = { from: now - spanMs['1h'], to: now }

  it('is no finer than the sampling interval', () => expect(bucketsOver(hour, minuteMs, 800).bucketMs).toBe(minuteMs))
  it('has at most so many buckets, and one for the part at the start', () => {
    const { buckets, bucketMs } = bucketsOver(hour, 1000, 100)
    expect(bucketMs).toBe(minuteMs)
    expect(buckets).toBe(61)
  })
  it('is of a length at which the server reduces to the same buckets', () => {
    const { from, to, buckets, bucketMs } = bucketsOver(hour, 1000, 800)
    expect(Math.ceil((to - from + 1) / buckets)).toBe(bucketMs)
    expect(from % bucketMs).toBe(0)
  })
  it('keeps its buckets while the time moves on within one', () => {
    const later = { from: hour.from + 2000, to: hour.to + 2000 }
    expect(bucketsOver(later, minuteMs, 800)).toEqual(bucketsOver(hour, minuteMs, 800))
  })
  it('covers both ends', () => {
    const { from, to } = bucketsOver(hour, 7 * minuteMs, 800)
    expect(from).toBeLessThanOrEqual(hour.from)
    expect(to).toBeGreaterThanOrEqual(hour.to)
  })
})

it('reads short times often and long ones seldom', () => {
  expect(refreshMs(spanMs['15m'])).toBe(2000)
  expect(refreshMs(spanMs['1h'])).toBe(2000)
  expect(refreshMs(spanMs['30d'])).toBe(minuteMs)
})
