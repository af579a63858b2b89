import { describe, expect, it } from 'vitest'
import { at, burst, minuteLine, period } from '../testing/chart-fixtures.ts'
import { DARK_TOKENS, NEUTRAL_TOKENS, renderChartSvg, renderLanesSvg, renderSparkSvg } from './index.tsx'

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
      '<desc>Period 1 of 1, Thu 19 Nov 2026 07:00 to Thu 19 Nov 2026 07:09, 9 min, anomaly severity 7.4, above normal. cpu on node1 reached 98 %.</desc>',
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

describe('renderLanesSvg', () => {
  const finding = { id: 'i1', number: 1, start: at(60), end: at(61), val: 10 }
  const lanes = ['node1', 'node2', '<b>'].map((label) => ({
    id: label,
    label,
    findings: label === 'node1' ? [finding] : [],
  }))
  const lanesProps = {
    title: 'Incidents',
    overallLabel: 'all',
    lanes,
    domain: { from: at(0), to: at(119) },
    stepMs: 60_000,
  }

  it('is one stand-alone SVG in severity colours, on the tokens given', () => {
    const svg = renderLanesSvg({ ...lanesProps, width: 640, height: 200, tokens: DARK_TOKENS })
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="640" height="200"/)
    expect(svg).toContain('fill="rgb(255, 0, 0)"')
    expect(svg).toContain(`fill="${DARK_TOKENS.background}"`)
    expect(svg).not.toMatch(/NaN|undefined|<b>/)
  })

  it('colours nothing without a finding', () => {
    const quiet = lanes.map((lane) => ({ ...lane, findings: [] }))
    expect(renderLanesSvg({ ...lanesProps, lanes: quiet, width: 640, height: 200 })).not.toContain('rgb(')
  })

  it('draws as many lanes as fit', () => {
    const drawn = (height: number) => renderLanesSvg({ ...lanesProps, width: 640, height }).match(/data-lane=/g)?.length
    expect([drawn(100), drawn(300)]).toEqual([1, 3])
  })

  it('writes nothing where there is no room for a title, names and times', () => {
    const layout = { left: 0, right: 0, rowHeight: 22, overallHeight: 0, axisHeight: 0 }
    const unnumbered = lanes.map((lane) => ({
      ...lane,
      findings: lane.findings.map((one) => ({ ...one, number: null })),
    }))
    const gaps = [{ id: 'g', number: null, start: at(90), end: at(95) }]
    const size = { width: 300, height: 66 }
    const bare = { ...lanesProps, ...size, title: '', lanes: unnumbered, gaps, layout, tokens: NEUTRAL_TOKENS }
    const svg = renderLanesSvg(bare)
    expect(svg).not.toContain('<text')
    expect(svg.match(/data-lane=/g)).toHaveLength(3)
    expect(svg).toContain('y="4" width="300" height="14"')
  })
})

describe('renderSparkSvg', () => {
  const spark = {
    times: [at(0), at(1), at(2), at(3)],
    min: [1, 1, 9, 1],
    max: [1, 1, 9, 1],
    low: [0, 0, 0, 0],
    high: [2, 2, 2, 2],
    domain: { from: at(0), to: at(3) },
    width: 460,
    height: 56,
    finding: { start: at(2), end: at(2), val: 10 },
  }

  it('draws a line in its band, the finding in its colour, without a word', () => {
    const svg = renderSparkSvg({ ...spark, tokens: NEUTRAL_TOKENS })
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="460" height="56"/)
    expect(svg).toContain('stroke="rgb(255, 0, 0)"')
    expect(svg).toContain('fill-opacity="0.2"')
    expect(svg).not.toMatch(/<text|NaN|undefined/)
  })
})
