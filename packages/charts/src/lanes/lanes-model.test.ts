import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textWidth } from '../value/text-width.ts'
import type { LaneFinding } from './lane-types.ts'
import { cellsIn, laneHit, lanesModel } from './lanes-model.ts'

const day = 86_400_000
const domain = { from: 0, to: 7 * day }
const finding = (number: number, start: number, end: number, val: number | null = 5): LaneFinding => ({
  ...{ id: `i${number}`, number, start, end, val },
})
const model = (findings: LaneFinding[], given = {}, width = 700) =>
  lanesModel({ title: '', overallLabel: 'all', lanes: [{ id: 'n1', label: 'n1', findings }], domain, ...given }, width)

describe('lanesModel', () => {
  it('gives the longest name room on a wide drawing, up to a fifth of it', () => {
    const leftOf = (label: string, width: number) =>
      lanesModel({ title: '', overallLabel: 'all', lanes: [{ id: 'a', label, findings: [] }], domain }, width).left
    expect([leftOf('n1', 900), leftOf('checkout-service', 390)]).toEqual([56, 56])
    const service = leftOf('checkout-service', 900)
    expect(service).toBeGreaterThan(textWidth('checkout-service', 12))
    expect(leftOf('x'.repeat(200), 700)).toBe(140)
    expect(leftOf('x'.repeat(200), 1400)).toBe(160)
  })

  it('leaves room for the time to come', () => {
    expect(model([]).forecast).toBeNull()
    expect(model([], { forecastFrom: 7 * day }).forecast).toBeNull()
    const { forecast, plotWidth } = model([], { forecastFrom: 6 * day })
    expect(forecast!.x).toBeCloseTo((plotWidth * 6) / 7)
    expect(forecast!.x + forecast!.width).toBeCloseTo(plotWidth)
    expect(model([], { forecastFrom: -day }).forecast).toMatchObject({ x: 0, width: plotWidth })
  })

  it('gives every finding at least one cell inside the plot, at any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 * day }), fc.integer({ min: 200, max: 2000 }), (start, width) => {
        const { rows, plotWidth } = model([finding(1, start, start)], {}, width)
        const [box] = rows[0]!.boxes
        expect(box!.width).toBeGreaterThanOrEqual(5)
        expect(box!.x).toBeGreaterThanOrEqual(0)
        expect(box!.x + box!.width).toBeLessThanOrEqual(plotWidth)
      }),
    )
  })

  it('colours a cell only for a finding with a part in it, and each finding of the time shown, at any zoom', () => {
    const spans = fc.array(fc.record({ start: fc.nat(7 * day), length: fc.nat(day) }), { maxLength: 30 })
    fc.assert(
      fc.property(spans, fc.nat(6 * day), fc.integer({ min: 60_000, max: day }), (found, from, span) => {
        const zoomed = { from, to: from + span }
        const findings = found.map(({ start, length }, index) => finding(index, start, start + length))
        const { rows, overall, xOf } = model(findings, { domain: zoomed })
        const drawn = rows[0]!.boxes.map((box) => box.finding.id)
        const isPart = ({ start, end }: LaneFinding) => start <= zoomed.to && end >= zoomed.from
        expect(drawn.sort()).toEqual(
          findings
            .filter(isPart)
            .map(({ id }) => id)
            .sort(),
        )
        // A cell is 5 px; at the edge of the plot what is left of one belongs to the last
        for (const { x, share } of overall.slice(0, -1)) {
          const hasPart = findings.some((one) => isPart(one) && xOf(one.start) < x + 5 && xOf(one.end) > x - 5)
          if (share > 0) expect(hasPart).toBe(true)
        }
      }),
    )
  })

  it('places a flag at its time, those that would touch as one, and none outside the time or without a row for them', () => {
    const flags = [2 * day, 0, 2 * day + 60_000, 8 * day].map((at, index) => ({ id: `e${index}`, at }))
    const { flags: placed, xOf, left, top } = model([finding(1, 2 * day, 3 * day)], { flags })
    expect(placed.map((one) => one.flags.map(({ id }) => id))).toEqual([['e1'], ['e0', 'e2']])
    expect(placed[1]!.x).toBe(xOf(2 * day))
    const hit = laneHit(model([finding(1, 2 * day, 3 * day)], { flags }), left + placed[1]!.x + 4, 6)
    expect([hit.id, hit.flags.map(({ id }) => id)]).toEqual([null, ['e0', 'e2']])
    expect(laneHit(model([], { flags }), left + placed[1]!.x + 4, top + 5).flags).toEqual([])
    const layout = { left: 0, right: 0, rowHeight: 24, overallHeight: 0 }
    expect(model([], { flags, layout }).flags).toEqual([])
  })

  it('colours nothing without a finding', () => {
    const { rows, overall } = model([])
    expect(rows[0]?.boxes).toEqual([])
    expect(overall.every(({ share }) => share === 0)).toBe(true)
  })

  it('cuts a finding into cells of 5 px', () => {
    const [box] = model([finding(1, day, 2 * day)]).rows[0]!.boxes
    const cells = cellsIn(box!)
    expect(cells.length).toBe(Math.round(box!.width / 5))
    expect(cells[1]!.x - cells[0]!.x).toBe(5)
  })

  it('tells from which cell on findings may still change', () => {
    expect(model([]).provisionalX).toBe(Number.POSITIVE_INFINITY)
    const { provisionalX, xOf } = model([], { provisionalFrom: 6.9 * day })
    expect(provisionalX % 5).toBe(0)
    expect(xOf(6.9 * day) - provisionalX).toBeLessThan(5)
  })

  it('writes the number after the finding, before it at the right edge', () => {
    const [late] = model([finding(1, 6.9 * day, 7 * day)]).rows
    expect(late!.numbers[0]!.x).toBeLessThan(late!.boxes[0]!.x)
    const [early] = model([finding(1, day, day)]).rows
    expect(early!.numbers[0]!.x).toBeGreaterThan(early!.boxes[0]!.x + early!.boxes[0]!.width)
  })

  it('puts a number that the frame of the time shown would cut after the frame', () => {
    const { rows, frame } = model([finding(1, day, day)], { shown: { from: day, to: day + 1000 } })
    expect(rows[0]!.numbers[0]!.x - 8).toBeGreaterThan(frame!.x + frame!.width)
  })

  it('never lets two numbers cover each other, and keeps the more severe', () => {
    const close = [finding(1, day, day, 9), finding(2, 1.05 * day, 1.05 * day, 3), finding(3, 1.1 * day, 1.1 * day, 4)]
    const { numbers } = model(close).rows[0]!
    const places = numbers.map(({ x }) => x).sort((a, b) => a - b)
    for (let i = 1; i < places.length; i++) expect(places[i]! - places[i - 1]!).toBeGreaterThanOrEqual(16)
  })

  it('frames the time shown, at least 14 px wide, and nothing where all is shown', () => {
    expect(model([], { shown: domain }).frame).toBeNull()
    expect(model([], { shown: { from: day, to: day + 1000 } }).frame?.width).toBe(14)
  })

  it('shares the left edge of a chart', () => {
    expect(model([]).left).toBe(56)
    expect(model([], {}, 350).left).toBe(56)
  })
})

describe('laneHit', () => {
  it('finds a finding under the pointer, a gap in any row, and nothing elsewhere', () => {
    const gaps = [{ id: 'gap', number: 2, start: 5 * day, end: 5.2 * day }]
    const lanes = model([finding(1, day, 2 * day)], { gaps })
    const y = lanes.rows[0]!.y
    expect(laneHit(lanes, lanes.left + lanes.xOf(1.5 * day), y)).toMatchObject({ id: 'i1', lane: { label: 'n1' } })
    expect(laneHit(lanes, lanes.left + lanes.xOf(5.1 * day), y).id).toBe('gap')
    expect(laneHit(lanes, lanes.left + lanes.xOf(3 * day), y).id).toBeNull()
  })

  it('puts the number of an incident of several boxes beside all of them', () => {
    const one = { id: 'i1', number: 1 }
    const parts = [
      { ...one, start: day, end: 2 * day, val: 9 },
      { ...one, start: 2 * day, end: 3 * day, val: 4 },
    ]
    const { boxes, numbers } = model(parts).rows[0]!
    const right = Math.max(...boxes.map(({ x, width }) => x + width))
    expect(numbers).toHaveLength(1)
    expect(numbers[0]!.x).toBeGreaterThan(right)
  })

  it('draws no number for a finding without one', () => {
    expect(model([{ ...finding(1, day, 2 * day), number: null }]).rows[0]!.numbers).toEqual([])
  })

  it('takes the sizes of another layout, and the row over all lanes as it is given', () => {
    const layout = { left: 0, right: 0, rowHeight: 24, overallHeight: 32 }
    const { left, plotWidth, rows, overall } = model([], { layout, overall: [0.2, 0.8] })
    expect([left, plotWidth]).toEqual([0, 700])
    expect(rows[0]!.y).toBe(10 + 32 + 6 + 12)
    expect([overall[0]!.share, overall.at(-1)!.share]).toEqual([0.2, 0.8])
  })
})
