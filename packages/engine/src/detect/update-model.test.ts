import { describe, expect, it } from 'vitest'
import { sliceFrame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { createScorer } from './scorer.ts'
import { updateModel } from './update-model.ts'

const frame = simulateFrame(['noise', 'shared', 'shared'], 1_000, 2)

describe('updateModel', () => {
  it('learns as if all rows had come at once', () => {
    const result = updateModel(
      train(sliceFrame(frame, 0, 600), { modelType: 'Holistic' }),
      sliceFrame(frame, 600, 1_000),
    )
    expect(result).toEqual({ kind: 'model', model: train(frame, { modelType: 'Holistic' }) })
  })

  it('knows both the old states and the new ones', () => {
    const busy = changeRows(frame, 0, 600, 1_000, (x) => x + 40)
    const first = train(sliceFrame(busy, 0, 600), { modelType: 'Split' })
    const second = updateModel(first, sliceFrame(busy, 600, 1_000))
    if (second.kind !== 'model') throw new Error(second.reason)
    const flagged = (model: typeof first, from: number) =>
      createScorer(model)
        .push(sliceFrame(busy, from, from + 300))
        .probability.filter((p) => p < 0.01).length
    expect(flagged(first, 700)).toBeGreaterThan(250)
    expect(flagged(second.model, 700)).toBeLessThan(20)
    expect(flagged(second.model, 100)).toBeLessThan(20)
  })

  it('leaves out excluded intervals of the new rows', () => {
    const model = train(sliceFrame(frame, 0, 600), { modelType: 'Split' })
    const exclude = [{ start: frame.times[600]!, end: frame.times[899]! }]
    const result = updateModel(model, sliceFrame(frame, 600, 1_000), { exclude })
    expect(result).toMatchObject({
      kind: 'model',
      model: { rows: 700, trainedFrom: frame.times[0], trainedTo: frame.times[999] },
    })
  })

  it('remembers at most 2 MB, spread over the whole time', () => {
    const long = simulateFrame(['noise', 'slow'], 140_000, 1)
    const { memory } = train(long, { modelType: 'Split' })
    expect(memory.values.byteLength).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect(memory.times.at(-1)! - memory.times[0]!).toBeGreaterThan(0.99 * (long.times.at(-1)! - long.times[0]!))
    expect(memory.times[1]! - memory.times[0]!).toBe(60_000)
  })

  it('refuses other series', () => {
    const model = train(sliceFrame(frame, 0, 600), { modelType: 'Split' })
    expect(() => updateModel(model, simulateFrame(['noise', 'noise'], 100, 1))).toThrow(RangeError)
    expect(() => updateModel(model, simulateFrame(['noise', 'noise', 'noise'], 100, 1, ['a', 'b', 'c']))).toThrow(
      RangeError,
    )
  })
})
