import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../../stats/random.ts'
import { createNeuronFinder } from './neuron-finder.ts'
import { SOM_SIDE, smoothGrid, trainSom } from './som.ts'

function clouds(count: number): Float32Array {
  const random = createRandom(5)
  return Float32Array.from({ length: count * 3 }, (_, k) => normal(random) + (Math.floor(k / 3) % 2 === 0 ? 6 : -6))
}

describe('createNeuronFinder', () => {
  it('finds the same neuron as a full search', () => {
    const random = createRandom(1)
    const codeBook = Float32Array.from({ length: SOM_SIDE * SOM_SIDE * 5 }, () => normal(random))
    const finder = createNeuronFinder(codeBook, 5)
    for (let round = 0; round < 200; round++) {
      const point = Float32Array.from({ length: 5 }, () => 2 * normal(random))
      const distance = (n: number) => point.reduce((sum, x, j) => sum + (x - codeBook[n * 5 + j]!) ** 2, 0)
      const best = Math.min(...Array.from({ length: SOM_SIDE * SOM_SIDE }, (_, n) => distance(n)))
      const found = finder.find(point, 0)
      expect(distance(found)).toBeCloseTo(best, 9)
      expect(finder.distance).toBeCloseTo(best, 9)
    }
  })
})

describe('trainSom', () => {
  const rows = clouds(400)
  const som = trainSom(rows, 3, [10, 1, 1])

  it('wins every row once', () => {
    expect(som.hits.reduce((sum, hits) => sum + hits, 0)).toBe(400)
  })

  it('comes close to the rows', () => {
    const finder = createNeuronFinder(som.codeBook, 3)
    let sum = 0
    for (let row = 0; row < 400; row++) {
      finder.find(rows, row * 3)
      sum += Math.sqrt(finder.distance)
    }
    expect(sum / 400).toBeLessThan(1)
  })

  it('raises a ridge between two states', () => {
    const states = Array.from({ length: SOM_SIDE * SOM_SIDE }, (_, n) => n)
    const between = states.filter((n) => Math.abs(som.codeBook[n * 3]!) < 3).map((n) => som.area[n]!)
    const inside = states.filter((n) => som.hits[n]! > 0 && Math.abs(som.codeBook[n * 3]!) > 5).map((n) => som.area[n]!)
    const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length
    expect(mean(between)).toBeGreaterThan(2 * mean(inside))
  })

  it('is the same each time', () => {
    expect(trainSom(rows, 3, [10, 1, 1])).toEqual(som)
  })
})

describe('smoothGrid', () => {
  it('spreads one value evenly around its neuron', () => {
    const values = new Float64Array(SOM_SIDE * SOM_SIDE)
    values[10 * SOM_SIDE + 10] = 1
    const smooth = smoothGrid(values, 1, 2)
    expect(smooth[10 * SOM_SIDE + 10]).toBe(1)
    expect(smooth[12 * SOM_SIDE + 10]).toBeCloseTo(Math.exp(-0.5), 12)
    expect(smooth[10 * SOM_SIDE + 12]).toBeCloseTo(smooth[8 * SOM_SIDE + 10]!, 12)
  })
})
