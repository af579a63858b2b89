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
