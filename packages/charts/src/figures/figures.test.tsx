import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BandChart, weekdayNames } from './band-chart.tsx'
import { CalibrationPlot } from './calibration-plot.tsx'
import { FindingSpark } from './finding-spark.tsx'
import { ForecastSpark } from './forecast-spark.tsx'
import { logAxis } from './log-axis.ts'
import { frequencyLevels, moveState } from './state-grid.ts'
import { StateMap } from './state-map.tsx'

describe('frequencyLevels', () => {
  it('shades by order of magnitude and leaves out states that never occurred', () => {
    expect(frequencyLevels([0, 1, 10, 100], 9)).toEqual([0, 1, 5, 9])
  })

  it('gives equal frequencies the same shade', () => {
    expect(frequencyLevels([3, 3, 0], 9)).toEqual([9, 9, 0])
    expect(frequencyLevels([0, 0], 9)).toEqual([0, 0])
  })
})

describe('moveState', () => {
  it('moves by arrows and stops at the edges', () => {
    expect(moveState('ArrowRight', { column: 3, row: 4 }, 32)).toEqual({ column: 4, row: 4 })
    expect(moveState('ArrowUp', { column: 3, row: 0 }, 32)).toEqual({ column: 3, row: 0 })
    expect(moveState('End', { column: 3, row: 4 }, 32)).toEqual({ column: 31, row: 4 })
    expect(moveState('PageDown', { column: 3, row: 4 }, 32)).toEqual({ column: 3, row: 31 })
  })

  it('starts in the corner and ignores other keys', () => {
    expect(moveState('ArrowDown', null, 32)).toEqual({ column: 0, row: 0 })
    expect(moveState('Tab', null, 32)).toBeNull()
  })
})

describe('StateMap', () => {
  const frequency = Array.from({ length: 1024 }, (_, i) => (i === 33 ? 90 : 10))

  it('draws 1,024 states in few nodes and announces the selected one', () => {
    const svg = renderToStaticMarkup(
      <StateMap frequency={frequency} selected={{ column: 1, row: 1 }} onSelect={() => {}} />,
    )
    const cells = [...svg.matchAll(/<path d="([^"]*)"/g)].reduce((sum, m) => sum + (m[1]!.match(/M/g)?.length ?? 0), 0)
    expect(cells).toBe(1024)
    expect(svg.match(/<path/g)).toHaveLength(10)
    expect(svg).toContain('State 2, 2: 0.872\u00a0% of the samples')
    expect(svg).toContain('tabindex="0"')
  })

  it('has the role of an image if nothing can be selected', () => {
    expect(renderToStaticMarkup(<StateMap frequency={frequency} />)).toContain('role="img"')
  })
})

describe('logAxis', () => {
  it('covers whole decades and positions values by their logarithm', () => {
    const axis = logAxis([0.002, 0.5], 300)
    expect(axis.decades).toEqual([0.001, 0.01, 0.1, 1])
    expect(axis.toPx(0.01)).toBeCloseTo(100)
    expect(axis.toPx(0)).toBe(0)
  })
})

describe('CalibrationPlot', () => {
  it('describes every point, and points where nothing was observed', () => {
    const svg = renderToStaticMarkup(
      <CalibrationPlot
        current={0.01}
        points={[
          { nominal: 0.01, observed: 0.012 },
          { nominal: 0.001, observed: 0 },
        ]}
      />,
    )
    expect(svg).toContain('nominal false alarm rate 1\u00a0%, observed 1.2\u00a0%')
    expect(svg).toContain('nominal false alarm rate 0.1\u00a0%, observed none seen')
    expect(svg).toContain('data-part="current"')
    expect(svg).not.toContain('NaN')
  })
})

describe('FindingSpark', () => {
  const draw = (values: (number | null)[], val: number | null) =>
    renderToStaticMarkup(
      <FindingSpark
        times={values.map((_, i) => i)}
        min={values}
        max={values}
        domain={{ from: 0, to: 4 }}
        finding={{ start: 1, end: 2, val }}
        width={80}
        height={20}
      />,
    )

  it('draws the finding in its colour, with the ways up and down', () => {
    expect(draw([1, 5, 5, 1, 1], 10)).toMatch(/d="M0 18L20 2L40 2L60 18"[^>]*stroke="rgb\(255, 0, 0\)"/)
  })
  it('breaks the line at a gap, and survives a constant and an empty series', () => {
    expect(draw([1, null, 5], 3)).toContain('d="M0 18M40 2"')
    expect(draw([5, 5, 5], 3)).toContain('M0 10L20 10L40 10')
    expect(draw([], 3)).not.toContain('NaN')
  })
  it('hatches missing data', () => expect(draw([], null)).toContain('url(#'))
})

describe('BandChart', () => {
  it('leaves hours without data open, and names the days from Monday', () => {
    const low = Array.from({ length: 168 }, (_, hour) => (hour === 30 ? null : 10))
    const svg = renderToStaticMarkup(
      <BandChart title="cpu" unit="%" width={560} band={{ low, high: low.map((v) => (v === null ? null : 40)) }} />,
    )
    expect(svg.match(/<path d="([^"]*)"/)?.[1]?.match(/M/g)).toHaveLength(2)
    expect(weekdayNames('en')[0]).toBe('Mon')
    expect(svg).toContain('>Mon</text>')
  })
})

describe('ForecastSpark', () => {
  it('goes on dashed from the last value, over the limit, on the green of what is to come', () => {
    const past = { times: [0, 10, 20], values: [0, 4, null] }
    const ahead = { times: [20, 30, 40], values: [4, 6, 8] }
    const svg = renderToStaticMarkup(<ForecastSpark past={past} ahead={ahead} limit={6} width={40} height={36} />)
    expect(svg).toContain('d="M0 34L10 18"')
    expect(svg).toContain('d="M10 18L20 18L30 10L40 2" stroke-dasharray="4 3"')
    expect(svg).toContain('y1="10" y2="10"')
    expect(svg).toContain('<rect x="10" width="30"')
  })

  it('draws nothing without values', () => {
    const none = { times: [0], values: [null] }
    expect(renderToStaticMarkup(<ForecastSpark past={none} ahead={none} limit={6} width={40} height={36} />)).toBe('')
  })
})
