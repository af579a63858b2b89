import { describe, expect, it } from 'vitest'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

const KINDS = {
  findings: COUNT,
  severity: { fails: 'above', max: 10, isOfEach: true },
  share: { fails: 'above', max: 1 },
  probability: { fails: 'below', min: Number.MIN_VALUE },
  f1: { fails: 'either', max: 1 },
} as const
const parse = (text: string) => parseLimit(tidyRule(text), KINDS, 'the hint')

describe('parseLimit', () => {
  it('distinguishes inclusive from exclusive limits', () => {
    expect([0.1, 0.2, 0.3].map(parse('share >= 0.2').fails)).toEqual([false, true, true])
    expect([0.1, 0.2, 0.3].map(parse('share>0.2').fails)).toEqual([false, false, true])
    expect([0.1, 0.2, 0.3].map(parse('f1<=0.2').fails)).toEqual([true, true, false])
    expect([1e-7, 1e-6, 1].map(parse('probability<1e-6').fails)).toEqual([true, false, false])
    expect(parse('f1>0').name).toBe('f1')
  })

  it('never fails on a missing figure', () => {
    for (const rule of ['f1<1', 'f1<=0.9', 'f1>0', 'f1>=0.1']) expect(parse(rule).fails(Number.NaN)).toBe(false)
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
    for (const rule of ['share>1', 'probability<0', 'probability<=0', 'f1<0', 'findings>1e999'])
      expect(() => parse(rule), rule).toThrow('never be met')
    for (const rule of ['share>=1', 'f1<=0', 'f1>0']) expect(parse(rule).fails(Number.NaN)).toBe(false)
  })

  it('rejects a rule that everything meets, but not one on each finding', () => {
    for (const rule of ['findings>=0', 'share>=0', 'f1<=1', 'f1>=0']) expect(() => parse(rule), rule).toThrow('always')
    expect(parse('severity>=0').fails(0)).toBe(true)
  })

  it('counts in whole numbers', () => {
    expect(() => parse('findings>=1.5')).toThrow('It counts findings: give a whole number.')
    expect([1, 2].map(parse('findings>=2').fails)).toEqual([false, true])
  })
})
