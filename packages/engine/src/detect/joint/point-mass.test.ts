import { describe, expect, it } from 'vitest'
import { buildFrame } from '../../series/build-frame.ts'
import { type Frame, sliceFrame } from '../../series/frame.ts'
import { parseSeriesName } from '../../series/series-name.ts'
import { createRandom, normal, type Random } from '../../stats/random.ts'
import { train } from '../../testing/train.ts'
import { detect } from '../detect.ts'
import { createScorer } from '../scorer.ts'

const ROWS = 4_032

function frameOf(rows: number, ...columns: ((row: number) => number)[]): Frame {
  const times = Float64Array.from({ length: rows }, (_, row) => Date.UTC(2026, 0, 5) + row * 300_000)
  const series = columns.map((_, k) => parseSeriesName(`m${k}[a]`))
  return buildFrame(
    series,
    times,
    columns.map((value) => Float64Array.from({ length: rows }, (_, row) => value(row))),
  )
}
const flaggedShare = (frame: Frame, rows: number, q: number): number => {
  const model = train(sliceFrame(frame, 0, rows), { modelType: 'Holistic' })
  const { probability } = createScorer(model).push(sliceFrame(frame, rows, frame.times.length))
  return probability.reduce((sum, p) => sum + (p < q ? 1 : 0), 0) / probability.length
}

describe('a joint model of values that stand at few points', () => {
  const rareCount = (random: Random) => () => (random() < 0.002 ? 1 + Math.floor(3 * random()) : 0)

  it.each([1, 3, 5])('does not flag the value that nearly all rows of the training had, seed %d', (seed) => {
    const columns = [1, 2, 3].map((k) => rareCount(createRandom(7919 * seed + k)))
    expect(flaggedShare(frameOf(2 * ROWS, ...columns), ROWS, 0.01)).toBeLessThan(0.02)
  })

  it('flags values between them', () => {
    const random = createRandom(4)
    const frame = frameOf(1_200, (row) => (row >= 1_000 && row < 1_020 ? 15 : random() < 0.5 ? 10 : 20))
    const model = train(sliceFrame(frame, 0, 900), { modelType: 'Holistic' })
    const { periods } = detect(model, sliceFrame(frame, 900, 1_200), { pvalue: 0.99, cvalue: 5 })
    expect(periods.map(({ fromRow }) => fromRow)).toEqual([100])
  })
})

describe('a joint model of columns that say the same', () => {
  it('ends a fault of one of them where it ends, though their levels differ by a trace after it', () => {
    const random = createRandom(7)
    const noise = Float64Array.from({ length: 600 }, () => normal(random))
    const isOff = (row: number): boolean => row >= 450 && row < 480
    const frame = frameOf(
      600,
      (row) => 50 + noise[row]!,
      (row) => 80 + noise[row]! + (isOff(row) ? 30 : 0),
    )
    const model = train(sliceFrame(frame, 0, 400), { modelType: 'Holistic' })
    const { periods } = detect(model, sliceFrame(frame, 400, 600), { pvalue: 0.99, cvalue: 5 })
    expect(periods).toHaveLength(1)
    expect(periods[0]!.fromRow).toBe(50)
    expect(periods[0]!.toRow).toBeLessThanOrEqual(82)
  })
})
