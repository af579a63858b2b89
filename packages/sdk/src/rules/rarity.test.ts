import { describe, expect, it } from 'vitest'
import { describeRarity } from './rarity.ts'

const FIVE_MINUTES = 300_000

describe('describeRarity', () => {
  it.each([
    [1.2e-26, 'practically never in such data'],
    [0, 'practically never in such data'],
    [2.4e-6, 'once in about 4 years of such data'],
    [5e-5, 'once in about 2 months of such data'],
    [1e-5, 'once in about 11 months of such data'],
    [1e-3, 'once in about 3 days of such data'],
    [0.01, 'once in about 8 hours of such data'],
    [0.08, 'once in about 1 hour of such data'],
  ])('says of a probability of %d a sample of five minutes: %s', (probability, text) => {
    expect(describeRarity(probability, FIVE_MINUTES, 'en')).toBe(text)
  })

  it('speaks Chinese', () => {
    expect(describeRarity(2.4e-6, FIVE_MINUTES, 'zh-CN')).toBe('此类数据中约每 4年出现一次')
    expect(describeRarity(1e-30, FIVE_MINUTES, 'zh-CN')).toBe('此类数据中几乎从不出现')
  })

  it('goes by the interval', () => {
    expect(describeRarity(1e-5, 1_000, 'en')).toBe('once in about 28 hours of such data')
  })

  it('says nothing of what is not known or not rare', () => {
    expect(describeRarity(0.5, FIVE_MINUTES, 'en')).toBeUndefined()
    for (const [p, ms] of [
      [null, 1],
      [Number.NaN, 1],
      [2, 1],
      [0.1, null],
      [0.1, 0],
    ] as const)
      expect(describeRarity(p, ms, 'en')).toBeUndefined()
  })
})
