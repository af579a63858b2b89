import { describe, expect, it } from 'vitest'
import { buildFrame } from '../series/build-frame.ts'
import { sliceFrame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { EXCEPTION_ROWS, oddSeries } from '../testing/odd-series.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'

/** The others compare instances, or are one of these where there is one group and service. */
const types = ['Holistic', 'Split', 'Hybrid', 'HolisticCP'] as const

describe.each(oddSeries)('a model of $what', ({ times, values, exception, trainedRows, gaps }) => {
  it.each(types)('%s reports the exception, and nothing else', (modelType) => {
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
  const startsOf = (modelType: (typeof types)[number], value: (row: number) => number): number[] => {
    const times = Float64Array.from({ length: 6000 }, (_, row) => Date.UTC(2026, 0, 5) + row * 300_000)
    const frame = buildFrame([parseSeriesName('cpu[a]')], times, [times.map((_, row) => value(row))])
    const model = train(sliceFrame(frame, 0, 1000), { modelType })
    const { periods } = detect(model, sliceFrame(frame, 1000, 6000), { pvalue: 0.99, cvalue: 5 })
    return periods.map(({ fromRow }) => 1000 + fromRow)
  }

  it.each(types)('%s knows both after five stays, and reports a third one', (modelType) => {
    expect(startsOf(modelType, switching)).toEqual([])
    const withThird = (row: number): number => (row >= 3050 && row < 3090 ? 250 : switching(row))
    expect(startsOf(modelType, withThird)).toEqual([3050])
  })
})
