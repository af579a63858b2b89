import { parametersOf } from '@omen/sdk/rules'
import { describe, expect, it } from 'vitest'
import { cvaluePositions, epsilonPositions, toPosition, toPvalue } from './parameter-scale.ts'

describe('the scale of pvalue', () => {
  it.each([0.5, 0.9, 0.99, 0.999, 0.9999])('round-trips %d', (pvalue) =>
    expect(toPvalue(toPosition(pvalue))).toBe(pvalue),
  )
  it('moves by orders of magnitude', () => {
    expect(toPosition(0.99)).toBeCloseTo(2)
    expect(toPosition(0.999)).toBeCloseTo(3)
  })
  it('stays below one at its end', () => expect(toPvalue(4)).toBeLessThan(1))
  it('clamps values outside its range', () => {
    expect(toPosition(0)).toBe(0.3)
    expect(toPosition(1)).toBe(4)
  })
})

describe('the scale of cvalue', () => {
  it('reaches beyond a large stored value', () => expect(cvaluePositions(100).max).toBe(200))
  it('never exceeds the limit of the server', () => expect(cvaluePositions(900).max).toBe(1000))
})

it('offers no epsilon that the server rejects', () => {
  const { rule } = parametersOf('DBScan').pvalue
  expect([epsilonPositions.min, epsilonPositions.max].map((epsilon) => rule.test(epsilon))).toEqual([true, true])
})
