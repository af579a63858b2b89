import { describe, expect, it } from 'vitest'
import { mergeHighlights } from './highlight-merge.ts'
import { predictionStart } from './prediction-start.ts'
import { rangeSegments } from './range-segments.ts'
import { trianglePath } from './triangle-path.ts'

describe('predictionStart', () => {
  it('is the latest data timestamp, regardless of the current time', () => {
    expect(predictionStart({ latestDataTimestamp: 50, now: 80 })).toBe(50)
  })

  it('is null on a log chart', () => {
    expect(predictionStart({ latestDataTimestamp: 50, isLogCharts: true })).toBeNull()
  })

  it("uses the snapshot's own time in a mail, never the clock", () => {
    expect(predictionStart({ latestDataTimestamp: 50, isEmailAlert: true, now: 80, lastSample: 60 })).toBe(50)
    expect(predictionStart({ isEmailAlert: true, now: 80, lastSample: 60 })).toBe(60)
    expect(predictionStart({ isEmailAlert: true, now: 80 })).toBeNull()
  })

  it('takes isEmailAert as the wire spells it', () => {
    expect(predictionStart({ isEmailAert: true, now: 80, lastSample: 60 })).toBe(60)
  })

  it('falls back to the clock on a live chart, and to none without one', () => {
    expect(predictionStart({ now: 80 })).toBe(80)
    expect(predictionStart({})).toBeNull()
  })
})

describe('rangeSegments', () => {
  const bars = mergeHighlights([{ start: 20, end: 30, val: 3 }], (t) => t, 100)

  it('is one segment without bars', () => {
    expect(rangeSegments(40, 60, bars)).toEqual([{ x: 40, width: 20, isOverBar: false }])
  })

  it('is split at the edges of a bar below it, without a gap or an overlap', () => {
    expect(rangeSegments(10, 60, bars)).toEqual([
      { x: 10, width: 10, isOverBar: false },
      { x: 20, width: 10, isOverBar: true },
      { x: 30, width: 30, isOverBar: false },
    ])
  })
})

describe('trianglePath', () => {
  it('points up for above normal and down for below, in the box of the bar', () => {
    expect(trianglePath(10, 8, false)).toBe('M10,12L18,12L14,0Z')
    expect(trianglePath(10, 8, true)).toBe('M10,0L18,0L14,12Z')
  })
})
