import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textWidth } from '../value/text-width.ts'
import type { LaneFinding } from './lane-types.ts'
import { cellsIn, laneHit, lanesModel } from './lanes-model.ts'

const DAY = 86_400_000
const DOMAIN = { from: 0, to: 7 * DAY }
const finding = (number: number, start: number, end: number, val: number | null = 5): LaneFinding => ({
  id: `i${number}`,
  number,
  start,
  end,
  val,
})
const model = (findings: LaneFinding[], given = {}, width = 700) =>
  lanesModel(
    { title: '', overallLabel: 'all', lanes: [{ id: 'n1', label: 'n1', findings }], domain: DOMAIN, ...given },
    width,
  )

describe('lanesModel', () => {
  it('gives the longest name room on a wide drawing, up to a fifth of it', () => {
    const leftOf = (label: string, width: number) =>
      lanesModel({ title: '', overallLabel: 'all', lanes: [{ id: 'a', label, findings: [] }], domain: DOMAIN }, width)
        .left
    expect([leftOf('n1', 900), leftOf('checkout-service', 390)]).toEqual([56, 56])
    const service = leftOf('checkout-service', 900)
    expect(service).toBeGreaterThan(textWidth('checkout-service', 12))
    expect(leftOf('x'.repeat(200), 700)).toBe(140)
    expect(leftOf('x'.repeat(200), 1400)).toBe(160)
  })

  it('leaves room for the time to come', () => {
    expect(model([]).forecast).toBeNull()
    expect(model([], { forecastFrom: 7 * DAY }).forecast).toBeNull()
    const { forecast, plotWidth } = model([], { forecastFrom: 6 * DAY })
    expect(forecast!.x).toBeCloseTo((plotWidth * 6) / 7)
    expect(forecast!.x + forecast!.width).toBeCloseTo(plotWidth)
    expect(model([], { forecastFrom: -DAY }).forecast).toMatchObject({ x: 0, width: plotWidth })
  })

  it('gives every finding at least one cell inside the plot, at any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 * DAY }), fc.integer({ min: 200, max: 2000 }), (start, width) => {
        const { rows, plotWidth } = model([finding(1, start, start)], {}, width)
        const [box] = rows[0]!.boxes
        expect(box!.width).toBeGreaterThanOrEqual(5)
        expect(box!.x).toBeGreaterThanOrEqual(0)
        expect(box!.x + box!.width).toBeLessThanOrEqual(plotWidth)
      }),
    )
  })

  it('colours a cell only for a finding with a part in it, and each finding of the time shown, at any zoom', () => {
    const spans = fc.array(fc.record({ start: fc.nat(7 * DAY), length: fc.nat(DAY) }), { maxLength: 30 })
    fc.assert(
      fc.property(spans, fc.nat(6 * DAY), fc.integer({ min: 60_000, max: DAY }), (found, from, span) => {
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
    const flags = [2 * DAY, 0, 2 * DAY + 60_000, 8 * DAY].map((at, index) => ({ id: `e${index}`, at }))
    const { flags: placed, xOf, left, top } = model([finding(1, 2 * DAY, 3 * DAY)], { flags })
    expect(placed.map((one) => one.flags.map(({ id }) => id))).toEqual([['e1'], ['e0', 'e2']])
    expect(placed[1]!.x).toBe(xOf(2 * DAY))
    const hit = laneHit(model([finding(1, 2 * DAY, 3 * DAY)], { flags }), left + placed[1]!.x + 4, 6)
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
    const [box] = model([finding(1, DAY, 2 * DAY)]).rows[0]!.boxes
    const cells = cellsIn(box!)
    expect(cells.length).toBe(Math.round(box!.width / 5))
    expect(cells[1]!.x - cells[0]!.x).toBe(5)
  })

  it('tells from which cell on findings may still change', () => {
    expect(model([]).provisionalX).toBe(Number.POSITIVE_INFINITY)
    const { provisionalX, xOf } = model([], { provisionalFrom: 6.9 * DAY })
    expect(provisionalX % 5).toBe(0)
    expect(xOf(6.9 * DAY) - provisionalX).toBeLessThan(5)
  })

  it('writes the number after the finding, before it at the right edge', () => {
    const [late] = model([finding(1, 6.9 * DAY, 7 * DAY)]).rows
    expect(late!.numbers[0]!.x).toBeLessThan(late!.boxes[0]!.x)
    const [early] = model([finding(1, DAY, DAY)]).rows
    expect(early!.numbers[0]!.x).toBeGreaterThan(early!.boxes[0]!.x + early!.boxes[0]!.width)
  })

  it('puts a number that the frame of the time shown would cut after the frame', () => {
    const { rows, frame } = model([finding(1, DAY, DAY)], { shown: { from: DAY, to: DAY + 1000 } })
    expect(rows[0]!.numbers[0]!.x - 8).toBeGreaterThan(frame!.x + frame!.width)
  })

  it('never lets two numbers cover each other, and keeps the more severe', () => {
    const close = [finding(1, DAY, DAY, 9), finding(2, 1.05 * DAY, 1.05 * DAY, 3), finding(3, 1.1 * DAY, 1.1 * DAY, 4)]
    const { numbers } = model(close).rows[0]!
    const places = numbers.map(({ x }) => x).sort((a, b) => a - b)
    for (let i = 1; i < places.length; i++) expect(places[i]! - places[i - 1]!).toBeGreaterThanOrEqual(16)
  })

  it('frames the time shown, at least 14 px wide, and nothing where all is shown', () => {
    expect(model([], { shown: DOMAIN }).frame).toBeNull()
    expect(model([], { shown: { from: DAY, to: DAY + 1000 } }).frame?.width).toBe(14)
  })

  it('shares the left edge of a chart', () => {
    expect(model([]).left).toBe(56)
    expect(model([], {}, 350).left).toBe(56)
  })
})

describe('laneHit', () => {
  it('finds a finding under the pointer, a gap in any row, and nothing elsewhere', () => {
    const gaps = [{ id: 'gap', number: 2, start: 5 * DAY, end: 5.2 * DAY }]
    const lanes = model([finding(1, DAY, 2 * DAY)], { gaps })
    const y = lanes.rows[0]!.y
    expect(laneHit(lanes, lanes.left + lanes.xOf(1.5 * DAY), y)).toMatchObject({ id: 'i1', lane: { label: 'n1' } })
    expect(laneHit(lanes, lanes.left + lanes.xOf(5.1 * DAY), y).id).toBe('gap')
    expect(laneHit(lanes, lanes.left + lanes.xOf(3 * DAY), y).id).toBeNull()
  })

  it('puts the number of an incident of several boxes beside all of them', () => {
    const one = { id: 'i1', number: 1 }
    const parts = [
      { ...one, start: DAY, end: 2 * DAY, val: 9 },
      { ...one, start: 2 * DAY, end: 3 * DAY, val: 4 },
    ]
    const { boxes, numbers } = model(parts).rows[0]!
    const right = Math.max(...boxes.map(({ x, width }) => x + width))
    expect(numbers).toHaveLength(1)
    expect(numbers[0]!.x).toBeGreaterThan(right)
  })

  it('draws no number for a finding without one', () => {
    expect(model([{ ...finding(1, DAY, 2 * DAY), number: null }]).rows[0]!.numbers).toEqual([])
  })

  it('takes the sizes of another layout, and the row over all lanes as it is given', () => {
    const layout = { left: 0, right: 0, rowHeight: 24, overallHeight: 32 }
    const { left, plotWidth, rows, overall } = model([], { layout, overall: [0.2, 0.8] })
    expect([left, plotWidth]).toEqual([0, 700])
    expect(rows[0]!.y).toBe(10 + 32 + 6 + 12)
    expect([overall[0]!.share, overall.at(-1)!.share]).toEqual([0.2, 0.8])
  })
})
