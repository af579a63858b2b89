import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { expectedRange } from './expected-range.ts'
import { findOutliers } from './find-outliers.ts'
import type { PeerComparison } from './peers.ts'

const MINUTE = 60_000

/** A fleet with a deviation of 1 under a load of one hour, 300 rows; changes are per column. */
function simulate(
  names: readonly string[],
  change: (column: number, row: number) => number = () => 0,
  seed = 1,
): Frame {
  const random = createRandom(seed)
  return {
    times: Float64Array.from({ length: 300 }, (_, row) => row * MINUTE),
    stepMs: MINUTE,
    series: names.map(parseSeriesName),
    columns: names.map((_, column) =>
      Float64Array.from({ length: 300 }, (_, row) => {
        return 50 + 20 * Math.sin(row / 10) + normal(random) + change(column, row)
      }),
    ),
  }
}

const names = (count: number, metric = 'cpu') => Array.from({ length: count }, (_, k) => `${metric}[n${k}]`)
const during = (row: number) => row >= 100 && row < 160
const compared = (comparison: PeerComparison | undefined) => {
  if (comparison?.kind !== 'compared') throw new Error('not compared')
  return comparison
}
const outlying = (frame: Frame, options = {}) =>
  compared(findOutliers(frame, options)[0]).members.filter(({ spans }) => spans.length > 0)

describe('findOutliers', () => {
  it('finds the instance, its span, its side and how far it is', () => {
    const frame = simulate(names(8), (column, row) => (column === 3 && during(row) ? -6 : 0))
    const [member, ...others] = outlying(frame)
    expect(others).toEqual([])
    expect(member).toMatchObject({ column: 3, seriesId: 'cpu[n3]', instance: 'n3', rows: 300 })
    const [span, ...more] = member!.spans
    expect(more).toEqual([])
    expect(Math.abs(span!.fromRow - 100)).toBeLessThanOrEqual(1)
    expect(Math.abs(span!.toRow - 160)).toBeLessThanOrEqual(1)
    expect(span!.start).toBe(span!.fromRow * MINUTE)
    expect(span!.end).toBe((span!.toRow - 1) * MINUTE)
    expect(span!.side).toBe(-1)
    expect(span!.distance).toBeLessThan(-5)
    expect(member!.share).toBeCloseTo(0.2, 1)
  })

  it('dates a large change to the row', () => {
    const frame = simulate(names(8), (column, row) => (column === 3 && during(row) ? 15 : 0))
    expect(outlying(frame)).toMatchObject([{ spans: [{ fromRow: 100, toRow: 160 }] }])
  })

  it('finds one that stands off for good, and ranks it before one that does so for an hour', () => {
    const frame = simulate(names(10), (column, row) => (column === 7 ? -4 : column === 2 && during(row) ? 4 : 0))
    expect(outlying(frame).map(({ column }) => column)).toEqual([7, 2])
    expect(outlying(frame)[0]).toMatchObject({ share: 1, spans: [{ fromRow: 0, toRow: 300 }] })
  })

  it('finds one of three', () => {
    const frame = simulate(names(3), (column, row) => (column === 0 && during(row) ? 6 : 0))
    expect(outlying(frame).map(({ column }) => column)).toEqual([0])
  })

  it('finds nothing where nothing is wrong, nor where all do the same', () => {
    for (let seed = 1; seed <= 20; seed++) expect(outlying(simulate(names(10), () => 0, seed))).toEqual([])
    expect(outlying(simulate(names(6), (_, row) => (during(row) ? 30 : 0)))).toEqual([])
  })

  it('takes no dot for a span, and a dip of one row for none', () => {
    expect(outlying(simulate(names(8), (column, row) => (column === 1 && row % 50 === 7 ? 20 : 0)))).toEqual([])
    const dipped = simulate(names(8), (column, row) => (column === 1 && during(row) && row !== 130 ? 6 : 0))
    expect(outlying(dipped)[0]!.spans).toHaveLength(1)
    const short = simulate(names(8), (column, row) => (column === 1 && row >= 100 && row < 104 ? 20 : 0))
    expect(outlying(short)).toEqual([])
    expect(outlying(short, { minSpan: 4 })).toHaveLength(1)
  })

  it('compares instances of two kinds with their own', () => {
    const frame = simulate(names(12), (column, row) => (column % 2) * 30 + (column === 4 && during(row) ? 6 : 0))
    const { members, modes } = compared(findOutliers(frame)[0])
    expect(modes.map((mode) => mode.members)).toEqual([6, 6])
    expect(members.find(({ column }) => column === 5)!.mode).toBe(1)
    expect(outlying(frame).map(({ column }) => column)).toEqual([4])
  })

  it('never takes a gap for standing off, and begins anew after a long one', () => {
    const frame = simulate(names(8), (column, row) => (column === 3 && during(row) ? 6 : 0))
    frame.columns[3]!.fill(Number.NaN, 120, 123)
    frame.columns[3]!.fill(Number.NaN, 130, 140)
    frame.columns[5]!.fill(Number.NaN, 50, 250)
    const [member, ...others] = outlying(frame)
    expect(others).toEqual([])
    expect(member!.spans.map(({ toRow }) => toRow)).toEqual([130, expect.any(Number)])
    expect(member!.spans[1]!.fromRow).toBe(140)
    expect(member!.spans[0]!.rows).toBe(member!.spans[0]!.toRow - member!.spans[0]!.fromRow - 3)
    expect(member!.rows).toBe(287)
  })

  it('has a group for each metric and service, and says which are too small', () => {
    const [cpu, ram, busy] = findOutliers(
      simulate([...names(4), 'ram[n0]', 'ram[n1]', 'cpu[a][shop]', 'cpu[b][shop]', 'cpu[c][shop]']),
    )
    expect(cpu).toMatchObject({ kind: 'compared', metric: 'cpu' })
    expect(ram).toEqual({ kind: 'insufficient', metric: 'ram', need: 3, got: 2 })
    expect(busy).toMatchObject({ kind: 'compared', metric: 'cpu', service: 'shop' })
  })

  it('does not count an instance that never reports', () => {
    const frame = simulate(names(3))
    frame.columns[1]!.fill(Number.NaN)
    expect(findOutliers(frame)).toMatchObject([{ kind: 'insufficient', got: 2 }])
  })

  it('gives the band of the peers', () => {
    const frame = simulate(names(9))
    const [{ middle, low, high, deviation }] = compared(findOutliers(frame, { tolerance: 2 })[0]).modes as [never]
    expect(deviation).toBeCloseTo(1, 0)
    expect((middle[10]! + 2 * deviation) / high[10]!).toBeCloseTo(1, 1)
    expect(high[10]! - middle[10]!).toBeCloseTo(middle[10]! - low[10]!, 9)
  })

  it('bears constants, two rows, no rows and values of 1e300', () => {
    const seven = { ...simulate(names(5)), columns: names(5).map(() => new Float64Array(300).fill(7)) }
    expect(outlying(seven)).toEqual([])
    seven.columns[2]!.fill(8)
    expect(outlying(seven).map(({ column }) => column)).toEqual([2])
    for (const rows of [0, 1, 2]) {
      const cut = simulate(names(5))
      const few = { ...cut, times: cut.times.subarray(0, rows), columns: cut.columns.map((c) => c.subarray(0, rows)) }
      for (const comparison of findOutliers(few)) {
        if (comparison.kind === 'compared') expect(comparison.members.flatMap(({ spans }) => spans)).toEqual([])
      }
    }
    const huge = simulate(names(6), (column, row) => (column === 3 && during(row) ? 6 : 0))
    for (const column of huge.columns) for (const row of column.keys()) column[row]! *= 1e298
    expect(outlying(huge).map(({ column }) => column)).toEqual([3])
    expect(findOutliers({ ...huge, series: [], columns: [] })).toEqual([])
  })

  it('comes to the same after a shift, a change of unit or another order of columns', () => {
    const frame = simulate(names(8), (column, row) => (column === 3 && during(row) ? 5 : 0))
    const spansOf = (one: Frame) =>
      compared(findOutliers(one)[0])
        .members.map(({ seriesId, spans }) => [
          seriesId,
          spans.map(({ fromRow, toRow, side }) => [fromRow, toRow, side]),
        ])
        .sort()
    const usual = spansOf(frame)
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 200 }), fc.integer({ min: 1, max: 100 }), (shift, unit) => {
        const moved = frame.columns.map((values) => values.map((value) => unit * value + shift))
        expect(spansOf({ ...frame, columns: moved })).toEqual(usual)
        const reversed = { ...frame, series: [...frame.series].reverse(), columns: moved.reverse() }
        expect(spansOf(reversed)).toEqual(usual)
      }),
      { numRuns: 20 },
    )
  })

  it('finds the same instance however values are missing, and counts the rows that could be compared', () => {
    const frame = simulate(names(8), (column, row) => (column === 3 && during(row) ? 8 : 0))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 0.3, noNaN: true }), (seed, part) => {
        const random = createRandom(seed)
        const holed = frame.columns.map((values) => values.map((value) => (random() < part ? Number.NaN : value)))
        const members = outlying({ ...frame, columns: holed })
        const one = members.find(({ column }) => column === 3)!
        expect(one.spans.length).toBeGreaterThan(0)
        for (const { fromRow, toRow, rows } of one.spans) {
          const compared = holed[3]!.filter((value, row) => {
            const present = holed.filter((values) => !Number.isNaN(values[row]!)).length
            return row >= fromRow && row < toRow && !Number.isNaN(value) && present >= 3
          })
          expect(rows).toBe(compared.length)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('refuses what makes no sense', () => {
    const frame = simulate(names(3))
    for (const tolerance of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => findOutliers(frame, { tolerance })).toThrow(RangeError)
    for (const minMembers of [2, 3.5]) expect(() => findOutliers(frame, { minMembers })).toThrow(/at least 3/)
    expect(() => findOutliers(frame, { minSpan: 0 })).toThrow(RangeError)
  })

  describe('with a past', () => {
    const pastRows = 150
    /** Instances of different sizes: each at a level of its own, following the load by its size. */
    const sizes = [0, 9, 21, 34, 45, 58]
    const unlike = (change: (column: number, row: number) => number = () => 0, seed = 1): Frame => {
      const frame = simulate(names(6), () => 0, seed)
      return {
        ...frame,
        columns: frame.columns.map((values, k) => {
          return values.map((value, row) => sizes[k]! + (1 + sizes[k]! / 60) * (value - 50) + 50 + change(k, row))
        }),
      }
    }
    const late = (row: number) => row >= 200 && row < 260

    it('takes an instance that is always larger for none', () => {
      const larger = simulate(names(8), (column) => (column === 6 ? 25 : 0))
      expect(outlying(larger).map(({ column }) => column)).toEqual([6])
      expect(outlying(larger, { pastRows })).toEqual([])
      for (let seed = 1; seed <= 10; seed++)
        expect(
          outlying(
            unlike(() => 0, seed),
            { pastRows },
          ),
        ).toEqual([])
    })

    it('finds the one that leaves where it usually runs, though it is among the levels of the others', () => {
      const frame = unlike((column, row) => (column === 5 && late(row) ? -14 : 0))
      const [member, ...others] = outlying(frame, { pastRows })
      expect(others).toEqual([])
      expect(member).toMatchObject({ column: 5, rows: 150 })
      expect(member!.usual!.offset).toBeGreaterThan(20)
      expect(member!.usual!.slope).toBeGreaterThan(1.2)
      const [span, ...more] = member!.spans
      expect(more).toEqual([])
      expect(span).toMatchObject({ side: -1, start: (pastRows + span!.fromRow) * MINUTE })
      expect(Math.abs(span!.fromRow - 50)).toBeLessThanOrEqual(1)
    })

    it('gives where such an instance is expected', () => {
      const { members, modes } = compared(findOutliers(unlike(), { pastRows })[0])
      const last = members.find(({ column }) => column === 5)!
      const { middle, low, high } = expectedRange(modes[last.mode]!, last)
      const values = unlike().columns[5]!.subarray(pastRows)
      const inside = values.filter((value, row) => value > low[row]! && value < high[row]!).length
      expect(inside / values.length).toBeGreaterThan(0.95)
      expect(Math.abs(middle[40]! - values[40]!)).toBeLessThan(6)
    })

    it('takes a new instance at the level of any other for none, and one far from all of them for one', () => {
      const young = (level: number) => {
        const frame = unlike((column) => (column === 2 ? level - sizes[2]! : 0))
        frame.columns[2]!.fill(Number.NaN, 0, pastRows)
        return outlying(frame, { pastRows }).map(({ column }) => column)
      }
      expect(young(30)).toEqual([])
      expect(young(400)).toEqual([2])
    })

    it('takes what an instance did again and again before for usual, and something larger for an outlier', () => {
      const hourly = (height: number) => (column: number, row: number) =>
        column === 4 && row % 50 < 8 ? (row > 250 ? height : 12) : 0
      expect(outlying(simulate(names(8), hourly(12))).map(({ column }) => column)).toEqual([4])
      expect(outlying(simulate(names(8), hourly(12)), { pastRows })).toEqual([])
      expect(outlying(simulate(names(8), hourly(40)), { pastRows }).map(({ column }) => column)).toEqual([4])
    })

    it('measures busy instances among idle ones by what each was like', () => {
      const frame = simulate(names(5), () => 0)
      const noisy = frame.columns.map((values, k) =>
        k < 3 ? values.map(() => 0) : values.map((value, row) => 3 + (k / 5) * (value - 20 * Math.sin(row / 10) - 50)),
      )
      expect(outlying({ ...frame, columns: noisy }).every(({ share }) => share === 1)).toBe(true)
      for (const { share } of outlying({ ...frame, columns: noisy }, { pastRows })) expect(share).toBeLessThan(0.1)
      const high = noisy.map((values, k) => values.map((value, row) => (k === 3 && late(row) ? value + 9 : value)))
      expect(outlying({ ...frame, columns: high }, { pastRows })[0]!.column).toBe(3)
    })

    it('keeps fleets of two kinds apart', () => {
      const frame = simulate(names(12), (column, row) => (column % 2) * 30 + (column === 4 && late(row) ? 6 : 0))
      expect(outlying(frame, { pastRows }).map(({ column }) => column)).toEqual([4])
    })

    it('needs an hour of it, and bears constants, gaps and a past that is all there is', () => {
      const frame = simulate(names(5), (column) => 10 * column)
      expect(compared(findOutliers(frame, { pastRows: 30 })[0]).members.every(({ usual }) => usual === undefined)).toBe(
        true,
      )
      expect(findOutliers(frame, { pastRows: 300 })).toMatchObject([{ kind: 'insufficient', got: 0 }])
      const constant = { ...frame, columns: frame.columns.map((values, k) => values.map(() => k)) }
      expect(outlying(constant, { pastRows })).toEqual([])
      const torn = unlike()
      for (const column of torn.columns) column.fill(Number.NaN, 100, 140)
      expect(outlying(torn, { pastRows })).toEqual([])
      for (const wrong of [-1, 1.5, 301]) expect(() => findOutliers(frame, { pastRows: wrong })).toThrow(RangeError)
    })
  })
})
