import { expect, it } from 'vitest'
import { createStreamDetector, type StreamDetector } from '../stream/stream-detector.ts'
import { emptyWatch, watchSeries } from './watch-series.ts'

const options = { stepMs: 1000, q: 0.01, cvalue: 5 }

/** A streaming engine that says this of every point. */
const saying = (val: number): StreamDetector => {
  const detector = createStreamDetector({ size: 'small' })
  return { ...detector, seasonalValue: () => Number.NaN, push: (...point) => ({ ...detector.push(...point), val }) }
}

it('gives the rows before an alarm a probability also where the series had no spread', () => {
  const watch = emptyWatch('gauge')
  const push = (row: number, value: number, val: number) =>
    watchSeries(watch, () => saying(val), value, { row, time: row * 1000, steps: 1 }, options)!
  for (let row = 0; row < 100; row++) push(row, 0, 0)
  for (let row = 100; row < 103; row++) push(row, 14, 0.1)
  const { earlier } = push(103, 14, 2)
  expect(earlier.map(({ row, sample }) => [row, sample.probability])).toEqual(
    [100, 101, 102].map((row) => [row, 1e-20]),
  )
})

it('flags a short fault for as long as the values are off, though the streaming engine holds it in its means', () => {
  const watch = emptyWatch('gauge')
  const valueAt = (row: number): number => (row >= 100 && row < 108 ? 80 : 50) + (row % 3)
  const valAt = (row: number): number => (row >= 100 && row < 220 ? 5 : 0)
  const flagged: number[] = []
  for (let row = 0; row < 300; row++) {
    const place = { row, time: row * 1000, steps: 1 }
    const { sample } = watchSeries(watch, () => saying(valAt(row)), valueAt(row), place, options)!
    if (row >= 20 && sample.probability < options.q) flagged.push(row)
  }
  expect(flagged).toEqual([100, 101, 102, 103, 104, 105, 106, 107])
})
