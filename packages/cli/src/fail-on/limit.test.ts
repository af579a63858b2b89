import { describe, expect, it } from 'vitest'
import { parseLimit, tidyRule } from './limit.ts'

const kinds = { share: { fails: 'above', most: 1 }, probability: { fails: 'below' }, f1: { fails: 'either' } } as const
const parse = (text: string) => parseLimit(tidyRule(text), kinds, 'the hint')

describe('parseLimit', () => {
  it('distinguishes inclusive from exclusive limits', () => {
    expect([0.1, 0.2, 0.3].map(parse('share >= 0.2').fails)).toEqual([false, true, true])
    expect([0.1, 0.2, 0.3].map(parse('share>0.2').fails)).toEqual([false, false, true])
    expect([0.1, 0.2, 0.3].map(parse('f1<=0.2').fails)).toEqual([true, true, false])
    expect([1e-7, 1e-6, 1].map(parse('probability<1e-6').fails)).toEqual([true, false, false])
    expect(parse('f1>0').name).toBe('f1')
  })

  it('never fails on a missing figure', () => {
    for (const rule of ['f1<1', 'f1<=1', 'f1>0', 'f1>=0']) expect(parse(rule).fails(Number.NaN)).toBe(false)
  })

  it('rejects an invalid rule with the hint', () => {
    const wrong = [
      'share<0.2',
      'probability>0.2',
      'share>2',
      'share>',
      'share',
      'constructor>1',
      'f1=1',
      'f1>x',
      'f1>-1',
      '',
    ]
    for (const rule of wrong) expect(() => parse(rule), rule).toThrow('the hint')
  })

  it('rejects a rule that nothing can meet', () => {
    for (const rule of ['share>1', 'probability<0', 'f1<0']) expect(() => parse(rule), rule).toThrow('never be met')
    for (const rule of ['share>=1', 'probability<=0', 'f1>0']) expect(parse(rule).fails(Number.NaN)).toBe(false)
  })
})
