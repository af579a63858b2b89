import { describe, expect, it } from 'vitest'
import { buildFrame } from '../series/build-frame.ts'
import { sliceFrame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { EXCEPTION_ROWS, oddSeries } from '../testing/odd-series.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'

/** The others compare instances, or are one of these where there is one group and service. */
const TYPES = ['Holistic', 'Split', 'Hybrid', 'HolisticCP'] as const

describe.each(oddSeries)('a model of $what', ({ times, values, exception, trainedRows, gaps }) => {
  it.each(TYPES)('%s reports the exception, and nothing else', (modelType) => {
    const frame = buildFrame([parseSeriesName('cpu[a]')], times, [values])
    const from = frame.times.indexOf(times[trainedRows]!)
    const model = train(sliceFrame(frame, 0, from), { modelType })
    const scored = sliceFrame(frame, from, frame.times.length)
    const found = detect(model, scored, { pvalue: 0.999, cvalue: 5 })
    for (const [row, probability] of found.scored.probability.entries())
      if (!Number.isNaN(scored.columns[0]![row]!)) expect(probability > 0 && probability <= 1).toBe(true)
    expect(found.periods.map(({ start }) => start)).toEqual([times[exception]])
    expect(found.periods[0]!.rows).toBeGreaterThanOrEqual(EXCEPTION_ROWS)
    expect(found.periods[0]!.val).toBeGreaterThan(5)
    expect(found.gaps).toHaveLength(gaps)
  })
})

describe('a model of a series that switches between two values every 200 rows', () => {
  const switching = (row: number): number => (Math.floor(row / 200) % 2 === 0 ? 10 : 90)
  const startsOf = (modelType: (typeof TYPES)[number], value: (row: number) => number): number[] => {
    const times = Float64Array.from({ length: 6000 }, (_, row) => Date.UTC(2026, 0, 5) + row * 300_000)
    const frame = buildFrame([parseSeriesName('cpu[a]')], times, [times.map((_, row) => value(row))])
    const model = train(sliceFrame(frame, 0, 1000), { modelType })
    const { periods } = detect(model, sliceFrame(frame, 1000, 6000), { pvalue: 0.99, cvalue: 5 })
    return periods.map(({ fromRow }) => 1000 + fromRow)
  }

  it.each(TYPES)('%s knows both after five stays, and reports a third one', (modelType) => {
    expect(startsOf(modelType, switching)).toEqual([])
    const withThird = (row: number): number => (row >= 3050 && row < 3090 ? 250 : switching(row))
    expect(startsOf(modelType, withThird)).toEqual([3050])
  })
})

describe('a model of a series that becomes another one for good', () => {
  const random = createRandom(5)
  const around = (level: number, spread: number) => () => level + spread * normal(random)
  let walk = 0
  const wander = (): number => {
    walk = 0.95 * walk + normal(random)
    return 40 + walk
  }
  const cases = [
    { what: 'a week of zeros, then noise about 40', before: () => 0, after: around(40, 2) },
    { what: 'zeros, then noise about 0', before: () => 0, after: around(0, 5) },
    { what: 'zeros, then exponential values', before: () => 0, after: () => -40 * Math.log(1 - random()) },
    { what: 'zeros, then counts of 0 to 5', before: () => 0, after: () => Math.floor(6 * random()) },
    { what: 'zeros, then a slow wave', before: () => 0, after: wander },
    { what: 'a constant, then noise about it', before: () => 80, after: around(80, 3) },
    { what: 'quiet noise, then noise twenty times as wide', before: around(20, 0.1), after: around(40, 2) },
  ]
  const day = 288
  const trained = 5 * day
  const learned = Math.ceil(1.25 * day) + 24

  it.each(cases)('$what: flagged for a day and a quarter, then no more', ({ before, after }) => {
    const rows = trained + 8 * day
    const times = Float64Array.from({ length: rows }, (_, row) => Date.UTC(2026, 2, 2) + row * 300_000)
    const beside = times.map(() => 50 + normal(random))
    const values = times.map((_, row) => (row < trained ? before() : after()))
    const last = rows - 20
    for (let row = last; row < rows; row++) values[row]! += 400
    const frame = buildFrame([parseSeriesName('cpu[a]'), parseSeriesName('z[a]')], times, [beside, values])
    for (const modelType of TYPES) {
      const model = train(sliceFrame(frame, 0, trained), { modelType })
      const { scored, periods } = detect(model, sliceFrame(frame, trained, rows), { pvalue: 0.99, cvalue: 5 })
      if (modelType !== 'HolisticCP') expect(periods[0]!.fromRow, modelType).toBeLessThan(5)
      const flagged = [...scored.probability.slice(learned, last - trained)].filter((probability) => probability < 0.01)
      // This one takes a level after 60 rows, in which a slow wave hardly shows
      const max = modelType === 'HolisticCP' ? 0.15 : 0.04
      expect(flagged.length / (last - trained - learned), modelType).toBeLessThan(max)
      expect(periods.at(-1)!.start, modelType).toBe(times[last])
    }
  })
})
