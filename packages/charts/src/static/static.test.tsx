import { describe, expect, it } from 'vitest'
import { at, burst, minuteLine, period } from '../testing/chart-fixtures.ts'
import { darkTokens, renderChartSvg, renderSummarySvg } from './index.tsx'

const props = {
  title: 'cpu',
  unit: '%',
  lines: [minuteLine('node1', burst()), minuteLine('node2', burst())],
  highlights: [period(60, 69, 7.4, { id: 'a', sentence: 'cpu on node1 reached 98 %.' })],
  latestDataTimestamp: at(119),
  isEmailAlert: true,
  width: 640,
  height: 240,
}

describe('renderChartSvg', () => {
  it('is one stand-alone SVG of the size asked for', () => {
    const svg = renderChartSvg(props)
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="640" height="240"/)
    expect(svg.endsWith('</svg>')).toBe(true)
    expect(svg).not.toMatch(/<script|<style|href=|NaN|undefined/)
  })

  it('is the same string for the same props at any time', async () => {
    const first = renderChartSvg(props)
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(renderChartSvg(props)).toBe(first)
  })

  it('names and describes itself, and shows title and legend', () => {
    const svg = renderChartSvg(props)
    expect(svg).toContain('<title>cpu, 2 lines, 1 anomaly period</title>')
    expect(svg).toContain(
      '<desc>Period 1 of 1, 07:00 to 07:09, 9m, anomaly severity 7.4, above normal. cpu on node1 reached 98 %.</desc>',
    )
    expect(svg).toMatch(/>node2<\/text>/)
    expect(renderChartSvg({ ...props, hasHeading: false })).not.toMatch(/>node2<\/text>/)
  })

  it('escapes names given by users', () => {
    const svg = renderChartSvg({ ...props, title: '<img src=x onerror=alert(1)>"&' })
    expect(svg).not.toContain('<img')
    expect(svg).toContain('&lt;img')
  })

  it('keeps the ids of two charts in one document apart', () => {
    const idsOf = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map((m) => m[1])
    const [a, b] = [renderChartSvg(props), renderChartSvg({ ...props, title: 'memory' })].map(idsOf)
    expect(a).toHaveLength(3)
    expect(a!.filter((id) => b!.includes(id))).toEqual([])
  })

  it('rejects an invalid size', () => {
    expect(() => renderChartSvg({ ...props, width: 0 })).toThrow(RangeError)
    expect(() => renderChartSvg({ ...props, height: Number.NaN })).toThrow(RangeError)
  })

  it('survives hostile data', () => {
    const hostile = [null, Number.NaN, 1e300, -1e300, Number.POSITIVE_INFINITY, 5]
    expect(renderChartSvg({ ...props, lines: [minuteLine('x', hostile)] })).not.toMatch(/NaN|Infinity/)
    expect(renderChartSvg({ ...props, lines: [minuteLine('x', [null, null])] })).toContain('</svg>')
    expect(renderChartSvg({ ...props, lines: [minuteLine('x', [7])] })).not.toContain('NaN')
    expect(renderChartSvg({ ...props, lines: [] })).not.toContain('NaN')
  })
})

describe('renderSummarySvg', () => {
  it('draws the degree as columns in severity colours, on the tokens given', () => {
    const values = burst().map((_, i) => (i >= 60 && i < 70 ? 10 : 0.2))
    const degree = { times: values.map((_, i) => at(i)), values }
    const highlights = [{ id: 'p', start: at(60), end: at(69), val: 10, sentence: 's' }]
    const svg = renderSummarySvg({ title: 'degree', degree, highlights, width: 640, height: 160, tokens: darkTokens })
    expect(svg).toContain('data-layer="columns"')
    expect(svg).toMatch(/<path d="(M[^M"]+){10}" fill="rgb\(255, 0, 0\)"/)
    expect(svg).toContain(`fill="${darkTokens.background}"`)
  })

  it('paints no column that belongs to no finding, however high, and every one that does', () => {
    // Buckets of many samples: of normal ones the largest passes the threshold as well
    const values = burst().map((_, i) => (i === 60 ? 0.4 : 1.6))
    const degree = { times: values.map((_, i) => at(i)), values, stepMs: at(1) - at(0) }
    const within = { start: at(60) + 1_000, end: at(60) + 2_000 }
    const draw = (highlights: Parameters<typeof renderSummarySvg>[0]['highlights']) =>
      renderSummarySvg({ title: 'degree', degree, highlights, width: 640, height: 160 }).match(
        /<g data-layer="columns".*?<\/g>/s,
      )![0]
    expect(draw([])).not.toContain('rgb(')
    const painted = draw([{ id: 'p', ...within, val: 10, sentence: 's' }])
    expect(painted.match(/fill="rgb\(255, 0, 0\)"/g)).toHaveLength(1)
    expect(painted).toMatch(/<path d="M[^M"]+" fill="rgb\(255, 0, 0\)"/)
  })
})
