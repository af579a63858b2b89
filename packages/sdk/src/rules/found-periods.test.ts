import { expect, it } from 'vitest'
import { foundPeriods } from './found-periods.ts'

const period = (start: number, end: number) => ({ start, end, val: 5, seriesIds: ['cpu'] })
const found = (from: number, ...periods: [number, number][]) => ({
  from,
  flaggedShare: 0.1,
  periods: periods.map(([start, end]) => period(start, end)),
})

it('takes periods that overlap for one, and says which version found each', () => {
  const all = foundPeriods([found(1, [0, 10], [50, 60]), found(2, [8, 14], [30, 40])])
  expect(all.map(({ start, by }) => [start, by])).toEqual([
    [0, [1, 2]],
    [30, [2]],
    [50, [1]],
  ])
})
it('lists those of a version alone', () => {
  expect(foundPeriods([found(1, [0, 10])])).toMatchObject([{ by: [1] }])
  expect(foundPeriods([])).toEqual([])
})
