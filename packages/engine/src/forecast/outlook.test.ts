import { describe, expect, it } from 'vitest'
import { findOutlook } from './outlook.ts'

const HOUR = 3_600_000

/** Through these values, an hour apart, with a band of 5 around. */
const through = (...values: number[]) => ({
  mid: values,
  low: values.map((v) => v - 5),
  high: values.map((v) => v + 5),
})

describe('findOutlook', () => {
  it('says when a series leaves the range of its history, once it is clearly out', () => {
    const outlook = findOutlook(through(70, 80, 90, 100), { stepMs: HOUR, last: 60, range: { low: 0, high: 80 } })
    expect(outlook).toEqual({
      kind: 'leaves',
      side: 'above',
      limit: 80,
      about: 2.4,
      earliest: expect.any(Number),
      latest: 2.9,
    })
    expect(outlook!.earliest).toBeLessThan(2.4)
    expect(findOutlook(through(70, 80, 82), { stepMs: HOUR, last: 60, range: { low: 0, high: 80 } })).toBeUndefined()
  })

  it('says when one that is outside of what is expected returns, and that one stays outside', () => {
    const input = { stepMs: HOUR, last: 60, range: { low: 0, high: 80 }, left: { low: 10, high: 30 } }
    expect(findOutlook(through(50, 40, 20), input)).toMatchObject({
      kind: 'returns',
      side: 'above',
      limit: 30,
      about: 2.5,
    })
    expect(findOutlook(through(55, 55, 55), input)).toMatchObject({
      kind: 'stays',
      side: 'above',
      about: undefined,
    })
    const below = { ...input, last: 2 }
    expect(findOutlook(through(6, 14), below)).toMatchObject({
      kind: 'returns',
      side: 'below',
      limit: 10,
      about: 1.5,
    })
  })

  it('says nothing of one that stays where it is, nor of a constant', () => {
    const input = { stepMs: HOUR, last: 20, range: { low: 0, high: 80 }, left: { low: 10, high: 30 } }
    expect(findOutlook(through(22, 21), input)).toBeUndefined()
    expect(findOutlook(through(7, 7), { stepMs: HOUR, last: 7, range: { low: 7, high: 7 } })).toBeUndefined()
  })
})
