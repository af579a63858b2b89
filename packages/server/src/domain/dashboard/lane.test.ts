import { describe, expect, it } from 'vitest'
import { abnormalTime, drawLane, type LaneFinding } from './lane.ts'

const BUCKETS = { from: 0, bucketMs: 10, count: 4 }
const finding = (start: number, end: number, more: Partial<LaneFinding> = {}): LaneFinding => ({
  start,
  end,
  severity: 5,
  seriesCount: 2,
  ...more,
})

describe('a lane', () => {
  it('has the part of each bucket and of the series that was abnormal', () => {
    const { share, findings } = drawLane([finding(5, 20)], 10, BUCKETS)
    expect(share).toEqual([0.1, 0.2, 0, 0])
    expect(findings).toEqual([1, 1, 0, 0])
  })

  it('has the worst severity of each bucket with its sign, and nothing where there is no finding', () => {
    const { severity } = drawLane([finding(0, 20), finding(10, 30, { severity: -7 })], 10, BUCKETS)
    expect(severity).toEqual([5, -7, -7, null])
  })

  it('marks missing data, which is not abnormal', () => {
    const { isGap, share, severity } = drawLane([finding(0, 11, { severity: null })], 10, BUCKETS)
    expect([isGap, share, severity]).toEqual([
      [true, true, false, false],
      [0, 0, 0, 0],
      [null, null, null, null],
    ])
  })

  it('has the times of what it draws, whatever the edges of the buckets', () => {
    const gap = finding(15, 35, { severity: null })
    const { start, end } = drawLane([gap, finding(3, 12), finding(8, 24, { severity: -7 })], 10, BUCKETS)
    expect(start).toEqual([8, 8, 8, 15])
    expect(end).toEqual([24, 24, 24, 35])
  })

  it('never has more than all series, nor a finding that only touches a bucket', () => {
    const { share } = drawLane([finding(-5, 10), finding(0, 10), finding(10, 10)], 2, BUCKETS)
    expect(share).toEqual([1, 0, 0, 0])
  })
})

describe('the abnormal time of a period', () => {
  it('counts each series for as long as it was abnormal within it', () => {
    const found = [finding(-10, 10), finding(20, 30, { seriesCount: 5 })]
    expect(abnormalTime(found, 10, { from: 0, to: 100 })).toBe(10 * 2 + 10 * 5)
  })

  it('counts no gaps, and no more series than there are', () => {
    expect(abnormalTime([finding(0, 100, { severity: null })], 10, { from: 0, to: 100 })).toBe(0)
    expect(abnormalTime([finding(0, 100)], 0, { from: 0, to: 100 })).toBe(0)
  })
})
