import { describe, expect, it } from 'vitest'
import { type JoinOptions, joinPeriods } from './join-periods.ts'
import { emptySeriesPart, type SpanPart } from './span-part.ts'

const HOLD = 1_000
const settled = { holdRows: HOLD, isUnsettled: () => false }
const unsettled = { holdRows: HOLD, isUnsettled: () => true }

/** Rows in which one series was at a level, with a variance of 1, where `before` was expected. */
const part = (fromRow: number, toRow: number, level: number, before = 0, seriesId = 'cpu[a]'): SpanPart => {
  const count = toRow - fromRow
  const weight = 5 * count
  return {
    start: fromRow,
    end: toRow - 1,
    rows: count,
    fromRow,
    toRow,
    probability: 1e-6,
    series: [
      {
        ...emptySeriesPart(seriesId, 100),
        weight,
        signedWeight: level < before ? -weight : weight,
        levelBefore: before,
        total: level * count,
        squares: (level * level + 1) * count,
        count,
      },
    ],
  }
}
const spansOf = (parts: SpanPart[], options: JoinOptions = settled) =>
  joinPeriods(parts, options).map(({ fromRow, toRow, isNewNormal = false }) => [fromRow, toRow, isNewNormal])

describe('joinPeriods', () => {
  it('takes what one series leads to one side for one fault where it did not settle in between', () => {
    const parts = [part(0, 10, -20), part(60, 75, -18)]
    expect(spansOf(parts, unsettled)).toEqual([[0, 75, false]])
    expect(spansOf(parts)).toHaveLength(2)
  })

  it('keeps apart what other series lead, what went to the other side, and what is further away than a level has to hold', () => {
    expect(spansOf([part(0, 10, -20), part(60, 75, -18, 0, 'mem[b]')], unsettled)).toHaveLength(2)
    expect(spansOf([part(0, 10, -20), part(60, 75, 18)], unsettled)).toHaveLength(2)
    expect(spansOf([part(0, 10, -20), part(1_010, 1_025, -18)], unsettled)).toHaveLength(2)
  })

  it('joins what a gap shorter than the longest part before it separates', () => {
    expect(spansOf([part(0, 30, 20), part(40, 46, 20), part(70, 76, 20)])).toEqual([[0, 76, false]])
  })

  it('keeps apart what comes back time after time, though two of them are joined', () => {
    const spikes = Array.from({ length: 100 }, (_, k) => part(60 * k, 60 * k + 6, 20))
    expect(spansOf(spikes)).toHaveLength(100)
    const onceUnsettled = { holdRows: HOLD, isUnsettled: (fromRow: number) => fromRow === 6 }
    expect(spansOf(spikes, onceUnsettled)).toHaveLength(99)
  })

  it('takes a level for the new normal when it has held for a quarter more than it has to', () => {
    expect(spansOf([part(0, 1_000, 20), part(1_000, 2_000, 20.1)])).toEqual([[0, 1_000, true]])
    expect(spansOf([part(0, 1_000, 20), part(1_000, 1_120, 20.1), part(1_150, 1_250, 19.9)])).toEqual([
      [0, 1_000, true],
    ])
  })

  it('finds what leaves the new normal to the other side, but not where only the expectation does', () => {
    const kept = [part(0, 1_000, 20), part(1_000, 2_000, 20.1)]
    expect(spansOf([...kept, part(4_500, 4_506, 18, 25)])).toEqual([[0, 1_000, true]])
    expect(spansOf([...kept, part(4_500, 4_506, 14, 20)])).toEqual([
      [0, 1_000, true],
      [4_500, 4_506, false],
    ])
  })

  it('lets the return from a level that was learned end the fault, but from no fault too short to be learned', () => {
    expect(spansOf([part(0, 100, 20), part(700, 706, 1, 20)])).toEqual([[0, 700, false]])
    expect(spansOf([part(0, 6, 20), part(700, 706, 1, 20)])).toHaveLength(2)
  })

  it('takes no other level for that before a fault', () => {
    expect(spansOf([part(0, 100, 20), part(700, 706, -40, 20)])).toHaveLength(2)
  })

  it('does not take a level for the new normal that held for less', () => {
    expect(spansOf([part(0, 1_000, 20), part(1_000, 1_200, 20.1)])).toEqual([[0, 1_200, false]])
  })

  it('does not take it back for a short part at another level, as an hour of the day is', () => {
    const parts = [part(0, 1_000, 20), part(1_000, 2_000, 20.1), part(2_000, 2_300, 4)]
    expect(spansOf(parts)).toEqual([[0, 1_000, true]])
  })

  it('takes what stays at the level for kept, whatever the expectation has come to', () => {
    expect(spansOf([part(0, 1_000, 20), part(1_000, 1_300, 19, 30)])).toEqual([[0, 1_000, true]])
  })

  it.each([3, 10, 30])(
    'never takes a ramp that still grows for the new normal, found after %d times the hold',
    (late) => {
      const parts = Array.from({ length: 6 }, (_, k) => part(k * HOLD, (k + 1) * HOLD, late + k, 0))
      expect(spansOf(parts)).toEqual([[0, 6_000, false]])
    },
  )

  it('takes the end of a ramp for the new normal', () => {
    const levels = [10, 11, 12, 12, 12]
    const parts = levels.map((level, k) => part(k * HOLD, (k + 1) * HOLD, level))
    expect(spansOf(parts)).toEqual([[0, 3_000, true]])
  })

  it('ends a fault at the row where its lead series came back, though that row was flagged, too', () => {
    const whole = { ...part(200, 900, -20, 30), turn: { before: part(200, 300, 60, 30), after: part(300, 900, 0, 50) } }
    const [found, ...more] = joinPeriods([part(0, 190, 30), whole, part(1_100, 1_110, 30)], settled)
    expect(found).toMatchObject({ fromRow: 0, toRow: 300, recoveringUntil: 899 })
    expect(more).toMatchObject([{ fromRow: 1_100, toRow: 1_110 }])
  })

  it('keeps a run whole whose lead series went past where it was before', () => {
    const whole = {
      ...part(200, 900, -90, 30),
      turn: { before: part(200, 300, 60, 30), after: part(300, 900, -99, 50) },
    }
    expect(spansOf([part(0, 190, 30), whole])).toEqual([[0, 900, false]])
  })
})
