import { expect, it } from 'vitest'
import { hitShare, weightsOf } from './state-model.ts'

const MAP = {
  width: 2,
  height: 2,
  seriesIds: ['cpu', 'mem'],
  weights: [
    [1, 10],
    [2, 20],
    [3, 30],
    [99, 990],
  ],
  hits: [5, 3, 2, 0],
  area: [0, 0, 0, 0],
}

it('reads the weights of a state row by row', () => {
  expect(weightsOf(MAP, { column: 1, row: 0 })).toEqual([
    { seriesId: 'cpu', value: 2, low: 1, high: 3 },
    { seriesId: 'mem', value: 20, low: 10, high: 30 },
  ])
})
it('leaves states that never occurred out of the span', () => {
  expect(weightsOf(MAP, { column: 1, row: 1 })[0]).toEqual({ seriesId: 'cpu', value: 99, low: 1, high: 3 })
})
it('returns no weights outside the map', () => expect(weightsOf(MAP, { column: 5, row: 5 })).toEqual([]))
it('counts how often a state occurred', () => {
  expect(hitShare(MAP, { column: 0, row: 0 })).toBe(0.5)
  expect(hitShare({ ...MAP, hits: [] }, { column: 0, row: 0 })).toBe(0)
})
