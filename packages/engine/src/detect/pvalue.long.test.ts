import { describe, expect, it } from 'vitest'
import { type Frame, sliceFrame } from '../series/frame.ts'
import { type ColumnKind, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { createScorer } from './scorer.ts'

const KINDS: ColumnKind[] = ['noise', 'slow', 'heavy', 'shared', 'shared', 'sparse']
const score = (model: ReturnType<typeof train>, frame: Frame) => createScorer(model).push(frame)

describe('pvalue', () => {
  const MIXES: [string, ColumnKind[]][] = [
    ['independent values', ['noise', 'noise', 'noise', 'noise', 'noise', 'noise']],
    ['slow values', ['slow', 'slow', 'slow', 'slow', 'slow', 'slow']],
    ['heavy tails', ['heavy', 'heavy', 'heavy', 'heavy', 'heavy', 'heavy']],
    ['a mixture', KINDS],
  ]

  it.each(['Holistic', 'Split'] as const)(
    '%s flags 1 - pvalue of fresh normal rows, within a factor of two',
    (modelType) => {
      let rare = 0
      let total = 0
      for (const [, kinds] of MIXES) {
        let flagged = 0
        let rows = 0
        for (const seed of [1, 2, 3, 4]) {
          const frame = simulateFrame(kinds, 8_000, seed)
          const model = train(sliceFrame(frame, 0, 2_000), { modelType })
          for (const p of score(model, sliceFrame(frame, 2_000, 8_000)).probability) {
            rows++
            if (p < 0.01) flagged++
            if (p < 0.001) rare++
          }
        }
        expect(flagged / rows).toBeGreaterThan(0.005)
        expect(flagged / rows).toBeLessThan(0.02)
        total += rows
      }
      expect(rare / total).toBeGreaterThan(0.0005)
      expect(rare / total).toBeLessThan(0.002)
    },
  )
})
