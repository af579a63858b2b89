import { describe, expect, it } from 'vitest'
import { isSelected, matchesPattern } from './match-series.ts'

describe('matchesPattern', () => {
  it.each([
    ['cpu', 'cpu', true],
    ['cpu', 'cpu_idle', false],
    ['cpu*', 'cpu_idle', true],
    ['*_idle', 'cpu_idle', true],
    ['c*u*e', 'cpu_idle', true],
    ['ab*ba', 'aba', false],
    ['a.c*', 'abc', false],
    ['*', '', true],
  ])('%s is %s: %s', (pattern, name, is) => expect(matchesPattern(pattern, name)).toBe(is))
})

describe('isSelected', () => {
  const series = { metric: 'cpu', instance: 'node1' }
  it('takes a metric for all its instances, and no selector for all series', () => {
    expect([undefined, 'cpu', '*', 'cpu[node1]', '*[node*]'].map((one) => isSelected(one, series))).not.toContain(false)
    expect(['cp', 'cpu[node2]', '*[web*]'].map((one) => isSelected(one, series))).not.toContain(true)
  })
})
