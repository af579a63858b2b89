import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'
import { nabBaselines } from './nab-baselines.ts'
import type { CorpusFile } from './read-corpus.ts'

const fileOf = (values: readonly number[]): CorpusFile => ({
  name: 'a.csv',
  times: Float64Array.from(values, (_, row) => row),
  values: Float64Array.from(values),
  windows: [],
})
const [rangeNovelty, windowedGaussian] = nabBaselines

describe('range novelty', () => {
  it('is by how much a value leaves the range of those before it, from 2 % of it on', () => {
    const scores = rangeNovelty!.score(fileOf([0, 100, 50, 101.9, 110, -27.5]), 0)
    expect(Array.from(scores).slice(2)).toEqual([0, 0, expect.closeTo(8.1 / 101.9, 9), 0.25])
  })
})

describe('windowed Gaussian', () => {
  /** As NAB writes it: the window is kept as a list and its moments are taken anew. */
  function plainly(values: readonly number[]): number[] {
    let [window, step, mean, deviation]: [number[], number[], number, number] = [[], [], 0, 1]
    const update = (): void => {
      mean = window.reduce((a, b) => a + b, 0) / window.length
      deviation = Math.sqrt(window.reduce((a, b) => a + (b - mean) ** 2, 0) / window.length) || 1e-6
    }
    return values.map((value) => {
      const score = window.length === 0 ? 0 : Math.abs(value - mean) / deviation
      if (window.length < 6400) {
        window.push(value)
        if (window.length < 40 || window.length % 50 === 0) update()
        return window.length < 41 || window.length % 50 === 1 ? score : Number.NaN
      }
      step.push(value)
      if (step.length === 100) {
        window = [...window.slice(100), ...step]
        step = []
        update()
      }
      return score
    })
  }

  it('is the number of deviations in the window of NAB, which moves on by a hundred rows', () => {
    const draw = createRandom(1)
    const values = Array.from({ length: 6900 }, (_, row) => 1e6 + row / 100 + draw() * 10)
    const scores = Array.from(windowedGaussian!.score(fileOf(values), 0))
    const wanted = plainly(values)
    const known = wanted.flatMap((score, row) => (Number.isNaN(score) ? [] : [row]))
    expect(known.length).toBeGreaterThan(600)
    for (const row of known) expect(scores[row]).toBeCloseTo(wanted[row]!, 6)
  })
})
