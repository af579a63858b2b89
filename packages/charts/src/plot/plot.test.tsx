import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { at, burst, minuteLine, period } from '../testing/chart-fixtures.ts'
import { Plot } from './plot.tsx'
import { plotModel } from './plot-model.ts'
import type { PlotProps } from './plot-props.ts'

const cpu = minuteLine('cpu', burst())

function draw(props: Partial<PlotProps>): string {
  const model = plotModel({ title: 'cpu', lines: [cpu], ...props }, 600, 200)
  return renderToStaticMarkup(<Plot model={model} idPrefix="t" isStatic />)
}

/** The markup of one layer, up to the start of the next. */
function layer(svg: string, name: string): string {
  return svg.split('data-layer="').find((part) => part.startsWith(`${name}"`)) ?? ''
}

const layerOrder = (svg: string) => [...svg.matchAll(/data-layer="(\w+)"/g)].map((match) => match[1])

describe('Plot', () => {
  it('paints prediction, bars, range and lines in this order', () => {
    const svg = draw({
      highlights: [period(60, 69, 7)],
      highlightStartTime: at(20),
      highlightEndTime: at(40),
      latestDataTimestamp: at(119),
      predictionUntil: at(180),
    })
    const order = layerOrder(svg).filter((name) => ['prediction', 'bars', 'range', 'lines'].includes(name!))
    expect(order).toEqual(['prediction', 'bars', 'range', 'lines'])
  })

  it('writes the number of a finding into its bar where it has room, and the peak at its point', () => {
    const svg = draw({
      peak: { t: at(65), v: 90, text: '98.4' },
      highlights: [period(10, 11, 4, { id: 'a' }), period(60, 69, 7, { id: 'b' })],
      annotations: [
        { highlightId: 'a', number: 2 },
        { highlightId: 'b', number: 1 },
      ],
    })
    expect([...layer(svg, 'annotations').matchAll(/>([\d.]+)<\/text>/g)].map((m) => m[1])).toEqual(['1', '98.4'])
  })

  it('writes the peak at its point, and not outside of the time shown', () => {
    const peak = { t: at(65), v: 90, text: '98.4' }
    expect(layer(draw({ peak }), 'annotations')).toContain('>98.4</text>')
    expect(draw({ peak: { ...peak, t: at(500) } })).not.toContain('98.4')
  })

  it('has a flag over each change of the time shown, and one over those that would touch', () => {
    const change = (minute: number) => ({ id: `at ${minute}`, at: at(minute) })
    const flags = layer(draw({ flags: [change(60), change(61), change(20), change(500)] }), 'flags')
    expect([...flags.matchAll(/data-flag="(\d)"/g)].map((match) => match[1])).toEqual(['1', '2'])
    // From the room over the plot, where no bar stands, down to its axis
    expect(flags).toMatch(/d="M90\.\d+ -11h9/)
    expect(flags).toContain('y2="154"')
    expect(layer(draw({}), 'flags')).toBe('')
  })

  it('shades the prediction light green from the latest data to the right edge', () => {
    const svg = draw({ latestDataTimestamp: at(119), predictionUntil: at(170) })
    expect(layer(svg, 'prediction')).toContain(
      '<rect x="378" y="0" width="162" height="154" fill="rgb(205, 234, 214)" fill-opacity="0.55">',
    )
  })

  it('continues a line by its forecast: dashed, with its range, and without a part in the gaps', () => {
    const values = burst().map((value, minute) => (minute > 30 && minute < 40 ? null : value))
    const forecast = minuteLine('cpu forecast', [30, 31, 32], {
      tone: 'forecast',
      times: [at(120), at(121), at(122)],
      expected: { low: [20, 20, 20], high: [40, 45, 50] },
    })
    const props = { lines: [minuteLine('cpu', values), forecast], latestDataTimestamp: at(119), focusLineId: 'cpu' }
    const model = plotModel({ title: 'cpu', ...props }, 600, 200)
    expect(model.gaps).toEqual([{ start: at(30), end: at(40) }])
    const svg = draw(props)
    expect(svg).toMatch(/data-band="forecast" d="M[^"]+Z"/)
    const dashes = [...svg.matchAll(/data-line="([^"]+)"><path [^>]*?(stroke-dasharray="[^"]+")?\/?>/g)]
    const isDashed = dashes.map(([, id, dash]) => [id, dash !== undefined])
    expect(Object.fromEntries(isDashed)).toEqual({ cpu: false, 'cpu forecast': true })
  })

  it('dashes the last part of a line that may still change, and leaves its forecast as it is', () => {
    const forecast = minuteLine('f', [1, 2], { tone: 'forecast', times: [at(120), at(121)] })
    const svg = draw({ lines: [cpu, forecast], isLastBucketProvisional: true })
    expect(svg.split('data-line="cpu"')[1]!.split('data-line')[0]).toContain('<circle')
    expect(svg.split('data-line="f"')[1]!.split('data-line')[0]).not.toContain('<circle')
  })

  it('shades no prediction on a log chart, nor where nothing lies after the data', () => {
    expect(layerOrder(draw({ latestDataTimestamp: at(60), isLogCharts: true }))).not.toContain('prediction')
    expect(layerOrder(draw({ latestDataTimestamp: at(119) }))).not.toContain('prediction')
  })

  it('draws bars 12 px tall at the top edge in the colour of their severity', () => {
    const bars = layer(draw({ highlights: [period(60, 69, 10, { id: 'a' }), period(10, 20, -Math.PI)] }), 'bars')
    expect(bars).toMatch(
      /<rect x="272\.2\d*" y="0" width="40\.8\d*" height="12" fill="rgb\(255, 0, 0\)" data-highlight="a"/,
    )
    expect(bars).toContain('fill="#2185D0"')
  })

  it('hatches missing data and prefers an explicit colour', () => {
    const svg = draw({
      highlights: [period(60, 69, 4, { isMissingValue: true }), period(10, 20, 4, { color: '#123456' })],
    })
    expect(layer(svg, 'bars')).toContain('fill="url(#t-missing)"')
    expect(svg).toContain('<pattern id="t-missing"')
    expect(layer(svg, 'bars')).toContain('fill="#123456"')
    expect(layer(svg, 'bars')).not.toContain('rgb(255, 137, 0)')
  })

  it('draws triangles at their periods, up for above and down for below', () => {
    const bars = layer(
      draw({ enableTriangleHighlight: true, highlights: [period(20, 30, 4), period(60, 70, -4)] }),
      'bars',
    )
    const [up, down] = [...bars.matchAll(/d="M([\d.]+),(\d+)L[\d.]+,\d+L[\d.]+,(\d+)Z"/g)].map((m) => [m[2], m[3]])
    expect(up).toEqual(['12', '0'])
    expect(down).toEqual(['0', '12'])
  })

  it('shows how many periods a merged bar stands for', () => {
    const svg = draw({ highlights: [period(60, 66, 4), period(67, 69, 2), period(70, 72, 2)] })
    expect(layer(svg, 'bars')).toContain('data-count="3"')
    expect(layer(svg, 'counts')).toContain('>3</text>')
  })

  it('draws the selected range in its blue over the same strip', () => {
    const svg = draw({ highlightStartTime: at(0), highlightEndTime: at(119) })
    expect(layer(svg, 'range')).toContain('<rect x="0" y="0" width="540" height="12" fill="#88bbee" fill-opacity="1">')
  })

  it('breaks a line at a gap and hatches it', () => {
    const values = burst().map((value, i) => (i >= 20 && i < 30 ? null : value))
    const svg = draw({ lines: [minuteLine('cpu', values)] })
    expect(
      layer(svg, 'lines')
        .match(/ d="[^"]*"/)?.[0]
        .match(/M/g),
    ).toHaveLength(2)
    expect(layer(svg, 'gaps')).toContain('fill="url(#t-gap)"')
    expect(layerOrder(draw({}))).toContain('gaps')
    expect(layer(draw({}), 'gaps')).not.toContain('<rect')
  })

  it('begins at 0 where no value is below it, however low the expected band goes', () => {
    const low = burst().map(() => -0.5)
    const ofCounts = (counts: number[]) =>
      plotModel(
        { title: 'errors', lines: [{ ...minuteLine('errors', counts), expected: { low, high: counts } }] },
        600,
        200,
      )
    for (const counts of [burst().map(() => 0), burst().map((_, row) => row % 2)])
      expect(ofCounts(counts).values.min).toBe(0)
    expect(ofCounts(burst().map((_, row) => (row % 2) - 0.1)).values.min).toBeLessThan(-0.1)
  })

  it('draws the expected band of a single line, and none for peers', () => {
    const banded = { ...cpu, expected: { low: burst().map(() => 20), high: burst().map(() => 45) } }
    expect(layerOrder(draw({ lines: [banded] }))).toContain('band')
    expect(layerOrder(draw({ lines: [{ ...banded, tone: 'peer' }] }))).not.toContain('band')
  })

  it('draws the newest bucket dashed while it may change', () => {
    expect(layer(draw({ isLastBucketProvisional: true }), 'lines')).toContain('stroke-dasharray="2 3"')
    expect(layer(draw({}), 'lines')).not.toContain('stroke-dasharray')
  })

  it('writes the last value while it may change, but not over the peak', () => {
    const latest = { t: at(59), v: 30, text: '30 so far' }
    expect(layer(draw({ latest }), 'annotations')).toContain('30 so far')
    const peak = { t: at(58), v: 30, text: '30.5' }
    expect(layer(draw({ latest, peak }), 'annotations')).not.toContain('so far')
  })

  it('never puts more than 5,000 points into the document', () => {
    const length = 4000
    const lines = Array.from({ length: 12 }, (_, k) => {
      const values = Array.from({ length }, (_, i) => k * 10 + Math.sin(i) * 4)
      const high = values.map((value) => value + 2)
      const flagged = Array.from({ length: 30 }, (_, i) => ({ t: at(i * 100), v: values[i * 100]! }))
      return minuteLine(`l${k}`, values, { max: high, flagged, expected: { low: values, high } })
    })
    const svg = draw({ lines })
    const coordinates = [...svg.matchAll(/ d="([^"]*)"/g)].flatMap((m) => m[1]!.match(/[ML]/g) ?? [])
    expect(coordinates.length).toBeGreaterThan(2000)
    expect(coordinates.length).toBeLessThanOrEqual(5000 + 1000) // a flagged dot is drawn twice: edge and fill
  })

  it('shows an empty chart without made-up axes', () => {
    const svg = draw({ lines: [] })
    expect(svg).not.toContain('1970')
    expect(layer(svg, 'axes')).not.toContain('<text')
  })
})

describe('plotModel', () => {
  it('maps time and value as Nivo does', () => {
    const model = plotModel({ title: 'cpu', lines: [minuteLine('cpu', [0, 50, 100])], unit: '%' }, 600, 200)
    expect(model.xOf(at(0))).toBe(0)
    expect(model.xOf(at(2))).toBe(model.plotWidth)
    expect(model.timeAt(model.xOf(at(1)))).toBeCloseTo(at(1))
    const svg = renderToStaticMarkup(<Plot model={model} idPrefix="t" isStatic />)
    const middle = `L${model.xOf(at(1))},${Math.round(model.yOf(50) * 1000) / 1000}`
    expect(layer(svg, 'lines')).toContain(middle)
  })

  it('writes the unit clear of the highest figure', () => {
    const model = plotModel({ title: 'cpu', lines: [minuteLine('cpu', [22, 30, 40])], unit: '%' }, 600, 232)
    const axes = layer(renderToStaticMarkup(<Plot model={model} idPrefix="t" isStatic />), 'axes')
    const unit = Number(/ y="(-?[\d.]+)"[^>]*>%</.exec(axes)?.[1])
    const highest = Math.min(...model.valueTicks.map(model.yOf))
    expect(highest).toBeLessThan(10)
    expect(unit).toBeLessThanOrEqual(highest - 5)
  })

  it('begins where lanes of the same width begin', () => {
    const leftBeside = (width: number) =>
      plotModel({ title: 'cpu', lines: [cpu], alignedWith: { width, left: 120 } }, 600, 200).margin.left
    expect([leftBeside(601), leftBeside(1200)]).toEqual([120, 56])
  })

  it('extends to the end of the prediction unless a domain is given', () => {
    const props = { title: 'cpu', lines: [cpu], predictionUntil: at(200) }
    expect(plotModel(props, 600, 200).domain).toEqual({ from: at(0), to: at(200) })
    expect(plotModel({ ...props, domain: { from: at(5), to: at(9) } }, 600, 200).domain).toEqual({
      from: at(5),
      to: at(9),
    })
  })
})
