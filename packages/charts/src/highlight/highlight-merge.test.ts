import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Highlight } from '../model/chart-types.ts'
import { barAt, MIN_BAR_WIDTH, mergeHighlights } from './highlight-merge.ts'

const identity = (t: number) => t
const period = (start: number, end: number, val = 3): Highlight => ({ start, end, val })

describe('mergeHighlights', () => {
  it('draws a bar over its period', () => {
    expect(mergeHighlights([period(100, 140)], identity, 500)).toMatchObject([{ x: 100, width: 40 }])
  })

  it('widens a short period to 5 px around its middle', () => {
    expect(mergeHighlights([period(100, 101)], identity, 500)).toMatchObject([{ x: 98, width: 5 }])
    expect(mergeHighlights([period(100, 100)], identity, 500)).toMatchObject([{ x: 97.5, width: 5 }])
  })

  it('keeps bars of 5 px inside the plot at its edges', () => {
    const [first, last] = mergeHighlights([period(0, 0), period(500, 500)], identity, 500)
    expect([first?.x, last?.x]).toEqual([0, 495])
  })

  it('leaves out periods outside the view and clips those that reach into it', () => {
    const bars = mergeHighlights([period(-50, -10), period(-50, 30), period(600, 700)], identity, 500)
    expect(bars).toMatchObject([{ x: 0, width: 30 }])
  })

  it('keeps bars apart that are 5 px from each other', () => {
    expect(mergeHighlights([period(100, 110), period(115, 120)], identity, 500)).toHaveLength(2)
  })

  it('merges nearer ones into one that counts them and shows the most severe', () => {
    const bars = mergeHighlights([period(100, 110, 2), period(114, 120, 8), period(124, 130, -4)], identity, 500)
    expect(bars).toHaveLength(1)
    expect(bars[0]).toMatchObject({ x: 100, width: 30, isBelow: false, worst: { val: 8 } })
    expect(bars[0]?.members).toHaveLength(3)
  })

  it('shows the anomaly, not the hatch, where missing data merges with one', () => {
    const gap = { ...period(100, 110, 0), isMissingValue: true }
    const [bar] = mergeHighlights([gap, period(112, 118, 1)], identity, 500)
    expect(bar).toMatchObject({ isMissingValue: false, worst: { val: 1 } })
  })

  it('swaps a start after its end', () => {
    expect(mergeHighlights([period(140, 100)], identity, 500)).toMatchObject([{ x: 100, width: 40 }])
  })

  it('always leaves 5 px between bars, 5 px of width, all inside, and every visible period counted once', () => {
    const periods = fc.array(
      fc.tuple(fc.double({ min: 0, max: 500, noNaN: true }), fc.double({ min: 0, max: 90, noNaN: true })),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(periods, (drawn) => {
        const highlights = drawn.map(([start, length]) => period(start, start + length))
        const bars = mergeHighlights(highlights, identity, 500)
        bars.forEach((bar, i) => {
          expect(bar.width).toBeGreaterThanOrEqual(MIN_BAR_WIDTH - 1e-9)
          expect(bar.x).toBeGreaterThanOrEqual(0)
          expect(bar.x + bar.width).toBeLessThanOrEqual(500 + 1e-9)
          const next = bars[i + 1]
          if (next) expect(next.x - bar.x - bar.width).toBeGreaterThanOrEqual(5)
        })
        expect(bars.flatMap((bar) => bar.members)).toHaveLength(highlights.length)
      }),
    )
  })
})

describe('barAt', () => {
  const bars = mergeHighlights([period(100, 105)], identity, 500)

  it('finds the bar under the pointer, and a little around it', () => {
    expect(barAt(bars, 102, 6)?.x).toBe(100)
    expect(barAt(bars, 98.5, 14)?.x).toBe(100)
    expect(barAt(bars, 102, -12)?.x).toBe(100)
  })

  it('finds none below the strip or beside the bar', () => {
    expect(barAt(bars, 102, 30)).toBeNull()
    expect(barAt(bars, 110, 6)).toBeNull()
  })
})
