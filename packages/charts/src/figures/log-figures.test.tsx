import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CountBars } from './count-bars.tsx'
import { type CountBarsInput, countBarsModel } from './count-bars-model.ts'
import { HistogramBars } from './histogram-bars.tsx'
import { joinCounts, TrendBars } from './trend-bars.tsx'

const HOUR = 3_600_000
const START = Date.UTC(2026, 9, 19)
const input = (given: Partial<CountBarsInput> = {}): CountBarsInput => ({
  times: [0, 1, 2, 3].map((i) => START + i * HOUR),
  bucketMs: HOUR,
  counts: [10, 0, 40, 20],
  domain: { from: START, to: START + 4 * HOUR },
  width: 400,
  height: 80,
  locale: 'en',
  timeZone: 'UTC',
  ...given,
})

describe('countBarsModel', () => {
  it('draws bars as high as their share of the largest count, none for none', () => {
    const { bars, max } = countBarsModel(input({ marked: [10, 0, 10, 99] }))
    expect(max).toBe(40)
    expect(bars.map(({ height }) => Math.round(height))).toEqual([12, 0, 46, 23])
    expect(bars.map(({ markedHeight }) => Math.round(markedHeight))).toEqual([12, 0, 12, 23])
  })

  it('names the bucket at a place, within the first and the last', () => {
    const { bucketAt, at } = countBarsModel(input())
    expect([-5, 0, 99, 101, 399, 900].map(bucketAt)).toEqual([0, 0, 0, 1, 3, 3])
    expect(at(200)).toBe(START + 2 * HOUR)
  })

  it('frames a short selection wide enough to be seen, and none outside the time shown', () => {
    const { selected, baseline } = countBarsModel(
      input({ selected: { from: START, to: START + 60_000 }, baseline: { from: START - HOUR, to: START - 1 } }),
    )
    expect(selected).toEqual({ x: 0, width: 14 })
    expect(baseline).toBeNull()
  })

  it('has hours as ticks, or numbers of lines', () => {
    expect(countBarsModel(input()).ticks.map(({ label }) => label)).toContain('01:00')
    const numbered = input({
      times: [1, 251, 501, 751],
      bucketMs: 250,
      domain: { from: 1, to: 1000 },
      isNumbered: true,
    })
    expect(countBarsModel(numbered).ticks.map(({ label }) => label)).toEqual(['200', '400', '600', '800'])
  })

  it('leaves out a tick that the name of the day before it would cover', () => {
    const [first, second] = countBarsModel(input({ width: 140 })).ticks
    expect(first).toMatchObject({ x: 0, anchor: 'start' })
    expect(second?.x ?? 140).toBeGreaterThan(80)
  })

  it('leaves out flags beyond the time shown', () => {
    const flags = [
      { at: START + HOUR, label: '2.41.0' },
      { at: START - 1, label: 'earlier' },
    ]
    expect(countBarsModel(input({ flags })).flags).toEqual([{ x: 100, label: '2.41.0' }])
  })
})

describe('CountBars', () => {
  it('draws all bars in two paths, so that five hundred of them stay light', () => {
    const model = countBarsModel(input({ marked: [1, 0, 1, 1] }))
    const svg = renderToStaticMarkup(<CountBars model={model} label="70 lines" />)
    expect(svg.match(/<path/g)).toHaveLength(2)
    expect(svg).toContain('aria-label="70 lines"')
  })

  it('is decoration without a label', () => {
    expect(renderToStaticMarkup(<CountBars model={countBarsModel(input())} />)).toContain('aria-hidden="true"')
  })
})

describe('TrendBars', () => {
  it('adds neighbours up where there is no room for all', () => {
    expect(joinCounts([1, 2, 3, 4, 5], 2)).toEqual([6, 9])
    expect(joinCounts([1, 2, 3], 9)).toEqual([1, 2, 3])
    expect(joinCounts([], 9)).toEqual([])
  })

  it('shows a single line among thousands', () => {
    expect(renderToStaticMarkup(<TrendBars counts={[9000, 1]} width={10} height={24} />)).toContain('v-1.5')
  })
})

describe('HistogramBars', () => {
  it('writes the unit once and keeps its room free', () => {
    const bars = [0, 1, 2, 3].map((i) => ({ from: i * 500, to: i * 500 + 500, count: i }))
    const svg = renderToStaticMarkup(
      <HistogramBars bars={bars} unit="ms" width={288} height={76} label="half between 1 and 2" locale="en" />,
    )
    expect(svg).toContain('half between 1 and 2')
    expect(svg.match(/>s</g)).toHaveLength(1)
    expect(svg.match(/<rect/g)).toHaveLength(4)
  })

  it('draws a single value', () => {
    const svg = renderToStaticMarkup(
      <HistogramBars bars={[{ from: 5, to: 5, count: 3 }]} width={288} height={76} label="5" locale="en" />,
    )
    expect(svg).not.toContain('NaN')
  })
})
