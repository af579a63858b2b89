import { expect, it } from 'vitest'
import { levelOf, valuesOf } from './levels.ts'

const STORED = { pvalue: 0.99, cvalue: 5 }

it('flags ten times fewer normal samples when low, ten times more when high', () => {
  expect(valuesOf('low', STORED, false)).toEqual({ pvalue: 0.999, cvalue: 5 })
  expect(valuesOf('high', STORED, false)).toEqual({ pvalue: 0.9, cvalue: 5 })
  expect(valuesOf('normal', STORED, false)).toEqual(STORED)
})
it('stays a probability above zero', () =>
  expect(valuesOf('high', { pvalue: 0.5, cvalue: 1 }, false).pvalue).toBeGreaterThan(0))
it('takes a smaller distance from peers when high', () =>
  expect(valuesOf('high', { pvalue: 1, cvalue: 2 }, true)).toEqual({ pvalue: 0.667, cvalue: 2 }))
it('names a level by its values', () => {
  expect(levelOf(STORED, STORED, false)).toBe('normal')
  expect(levelOf({ pvalue: 0.999, cvalue: 5 }, STORED, false)).toBe('low')
  expect(levelOf({ pvalue: 0.999, cvalue: 6 }, STORED, false)).toBe('own')
})
