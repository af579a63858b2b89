import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../../stats/random.ts'
import { contributions, fillMissing, fitPca, projectRow } from './pca.ts'

const SIZE = 6
const random = createRandom(8)
const rows = new Float32Array(500 * SIZE)
for (let row = 0; row < 500; row++) {
  const shared = normal(random)
  for (let j = 0; j < SIZE; j++) rows[row * SIZE + j] = shared + 0.2 * normal(random)
}
const pca = fitPca(rows, SIZE, 1)

function measure(row: number[]) {
  const into = { spe: 0, t2: 0 }
  projectRow(pca, Float32Array.from(row), new Float32Array(pca.rank), into)
  return into
}

describe('fitPca', () => {
  it('keeps one direction for columns that move together', () => {
    expect(pca.rank).toBe(1)
    expect(pca.variances[0]! / SIZE).toBeCloseTo(1, 0)
    expect(pca.rest).toBeLessThan(0.1)
  })

  it('measures a row that moves along as near and one that breaks away as far', () => {
    const together = measure([2, 2, 2, 2, 2, 2])
    const apart = measure([2, 2, -2, 2, 2, 2])
    expect(together.spe).toBeLessThan(0.2)
    expect(apart.spe).toBeGreaterThan(10)
    expect(measure([9, 9, 9, 9, 9, 9]).t2).toBeGreaterThan(50)
  })

  it('finds nothing off a subspace of every coordinate', () => {
    const free = new Float32Array(1_500)
    for (let k = 0; k < free.length; k++) free[k] = normal(random)
    const whole = fitPca(free, 3, 1)
    expect(whole.rank).toBe(3)
    const into = { spe: 0, t2: 0 }
    for (let row = 0; row < 500; row++) {
      projectRow(whole, free.subarray(row * 3, row * 3 + 3), new Float32Array(3), into)
      expect(into.spe).toBe(0)
    }
  })

  it('takes columns that never move', () => {
    const still = fitPca(new Float32Array(60), SIZE, 1)
    expect(still.rank).toBe(0)
  })

  it('agrees with itself on a wide table', () => {
    const wide = new Float32Array(300 * 200)
    for (let k = 0; k < wide.length; k++) wide[k] = (k % 200 < 100 ? 3 : 1) * normal(random)
    const model = fitPca(wide, 200, 1)
    expect(model.rank).toBe(32)
    expect(fitPca(wide, 200, 1)).toEqual(model)
  })

  it('finds the directions of fewer rows than columns exactly', () => {
    const short = new Float32Array(64 * 400)
    for (let k = 0; k < short.length; k++) short[k] = normal(random)
    const { size, rank, vectors, variances } = fitPca(short, 400, 1)
    expect(rank).toBe(32)
    for (let k = 0; k < rank; k++) {
      const direction = vectors.subarray(k * size, (k + 1) * size)
      const image = new Float64Array(size)
      for (let from = 0; from < short.length; from += size) {
        const part = direction.reduce((sum, x, j) => sum + x * short[from + j]!, 0) / 64
        for (let j = 0; j < size; j++) image[j]! += part * short[from + j]!
      }
      for (let j = 0; j < size; j++) expect(image[j]).toBeCloseTo(variances[k]! * direction[j]!, 6)
    }
  })
})

describe('fillMissing', () => {
  it('expects a missing coordinate to move with the others', () => {
    const row = Float32Array.from([2, 2, 0, 2, 2, 2])
    fillMissing(pca, row, (k) => k === 2)
    expect(row[2]).toBeCloseTo(2, 1)
    expect(row[0]).toBe(2)
  })
})

describe('contributions', () => {
  it('names the coordinate that broke away', () => {
    for (let fault = 0; fault < SIZE; fault++) {
      const out = new Float64Array(SIZE)
      contributions(
        pca,
        Float32Array.from({ length: SIZE }, (_, j) => (j === fault ? -2 : 2)),
        out,
      )
      expect(out.indexOf(Math.max(...out))).toBe(fault)
    }
  })
})
