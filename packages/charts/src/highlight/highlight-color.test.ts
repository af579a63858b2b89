import { describe, expect, it } from 'vitest'
import { channels, contrast } from './color-mix.ts'
import { highlightColor, highlightPriority, isInstanceDown, severityColor } from './highlight-color.ts'

describe('severityColor', () => {
  it.each([
    [-0.0001 + 0.0001, 'rgb(255, 205, 0)'],
    [0.4, 'rgb(255, 205, 0)'],
    [1, 'rgb(255, 205, 0)'],
    [5.5, 'rgb(255, 103, 0)'],
    [7, 'rgb(255, 68, 0)'],
    [10, 'rgb(255, 0, 0)'],
    [37, 'rgb(255, 0, 0)'],
  ])('runs from yellow at 1 to red at the cap of 10: %s', (val, color) => {
    expect(severityColor(val)).toBe(color)
  })

  it('paints exactly minus pi full blue, also after a round trip through JSON', () => {
    const { val } = JSON.parse(JSON.stringify({ val: -Math.PI }))
    expect(severityColor(val)).toBe('#2185D0')
    expect(isInstanceDown(5e-7 - Math.PI)).toBe(true)
    expect(isInstanceDown(-3.1)).toBe(false)
    expect(isInstanceDown(Math.PI)).toBe(false)
  })

  it('runs from pale blue at -1 to full blue at -10, deeper at every step', () => {
    expect(severityColor(-0.2)).toBe(severityColor(-1))
    expect(severityColor(-10)).toBe('#2185D0')
    expect(severityColor(-40)).toBe('#2185D0')
    const contrasts = [-1, -2, -4, -6, -8, -10].map((val) => contrast(severityColor(val), '#ffffff'))
    expect(contrasts).toEqual(contrasts.toSorted((a, b) => a - b))
    expect(channels(severityColor(-1))).toEqual([190, 219, 241])
  })
})

describe('highlightColor', () => {
  it("prefers a highlight's own colour", () => {
    expect(highlightColor({ val: 9, color: '#7a6ff0' })).toBe('#7a6ff0')
    expect(highlightColor({ val: 9 })).toBe(severityColor(9))
  })
})

describe('highlightPriority', () => {
  it('puts an instance down above every degree and missing values below', () => {
    expect(highlightPriority({ val: -Math.PI })).toBeGreaterThan(highlightPriority({ val: 10 }))
    expect(highlightPriority({ val: -6 })).toBeGreaterThan(highlightPriority({ val: 5 }))
    expect(highlightPriority({ val: 8, isMissingValue: true })).toBeLessThan(highlightPriority({ val: 0 }))
  })
})
