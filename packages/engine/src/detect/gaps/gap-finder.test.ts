import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFrame } from '../../series/build-frame.ts'
import { type Frame, sliceFrame } from '../../series/frame.ts'
import { parseSeriesName } from '../../series/series-name.ts'
import { createGapFinder } from './gap-finder.ts'
import { MAX_GAPS } from './gap-list.ts'
import { createGapSurvey } from './gap-survey.ts'

const series = ['cpu[a]', 'mem[a]', 'cpu[b]'].map(parseSeriesName)

function frameOf(columns: readonly number[][]): Frame {
  const times = Float64Array.from(columns[0]!, (_, row) => row * 1000)
  return buildFrame(
    series.slice(0, columns.length),
    times,
    columns.map((column) => Float64Array.from(column)),
  )
}

/** The gaps of a frame that comes in chunks of so many rows. */
function gapsIn(frame: Frame, chunkRows: number) {
  const chunks: Frame[] = []
  for (let row = 0; row < frame.times.length; row += chunkRows)
    chunks.push(sliceFrame(frame, row, Math.min(frame.times.length, row + chunkRows)))
  const survey = createGapSurvey(frame.series.length)
  for (const chunk of chunks) survey.add(chunk)
  const { stepMs } = frame
  const finder = createGapFinder({ series: frame.series, stepMs, expected: survey.end(), isAwaited: false })
  for (const chunk of chunks) finder.add(chunk)
  return finder.end()
}

describe('createGapFinder', () => {
  it('finds the same gaps however the rows are cut into chunks', () => {
    const values = fc.array(fc.constantFrom(1, 2, 3, 4, 5, Number.NaN), { minLength: 30, maxLength: 30 })
    const silent = fc.record({ column: fc.integer({ min: 0, max: 2 }), from: fc.nat(80), rows: fc.nat(20) })
    const still = fc.record({ column: fc.integer({ min: 0, max: 2 }), from: fc.nat(80), rows: fc.nat(40) })
    fc.assert(
      fc.property(
        fc.tuple(values, values, values),
        fc.array(silent),
        fc.array(still),
        fc.integer({ min: 1, max: 40 }),
        (noise, gaps, flat, chunkRows) => {
          const columns = noise.map((column) => [...column, ...column, ...column, ...column])
          for (const { column, from, rows } of flat) columns[column]!.fill(3, from, from + rows)
          for (const { column, from, rows } of gaps) columns[column]!.fill(Number.NaN, from, from + rows)
          const frame = frameOf(columns)
          expect(gapsIn(frame, chunkRows)).toEqual(gapsIn(frame, frame.times.length))
        },
      ),
    )
  })

  it('finds a gap over the border of two chunks, with its times', () => {
    const column = Array.from({ length: 100 }, (_, row) => (row % 7) + row / 1000)
    const silent = column.with(49, Number.NaN).with(50, Number.NaN).with(51, Number.NaN)
    expect(gapsIn(frameOf([column, silent]), 50)).toMatchObject([
      { kind: 'silent', fromRow: 49, toRow: 52, rows: 3, start: 49_000, end: 51_000, seriesIds: ['mem[a]'] },
    ])
  })

  it('lists the first ten thousand gaps of an instance', () => {
    const rows = 20 * (MAX_GAPS + 10)
    const silent = Array.from({ length: rows }, (_, row) => (row % 20 < 8 ? Number.NaN : row))
    const { stepMs, ...frame } = frameOf([silent.map((_, row) => row % 11), silent, silent.map((_, row) => row % 7)])
    const expected = series.map(() => ({ missing: 0, min: 0, max: 1, longestRun: 1, repeats: 0 }))
    const finder = createGapFinder({ series, stepMs, expected, isAwaited: true })
    finder.add({ ...frame, stepMs })
    expect(finder.end()).toHaveLength(MAX_GAPS)
  })
})
