import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createAlarmFilter } from './alarm-filter.ts'

const run = (evidence: readonly number[]): number[] => {
  const filter = createAlarmFilter(createArena(new ArrayBuffer(64)))
  return evidence.map((one) => filter.pass(one))
}

describe('createAlarmFilter', () => {
  it('passes what is below attention as it is', () => {
    expect(run([0.2, 1.1, 0.4, 1.4])).toEqual([0.2, 1.1, 0.4, 1.4])
  })

  it('holds back what follows, unless it is much stronger', () => {
    const [first, repeat, rise] = run([2.4, 2.6, 4.9])
    expect([first, rise]).toEqual([2.4, 4.9])
    expect(repeat).toBeLessThan(0.5)
  })

  it('asks for less as time goes by, and for nothing in the end', () => {
    expect(run([2, ...Array(99).fill(0), 2.1]).at(-1)).toBeLessThan(0.5)
    expect(run([2, ...Array(129).fill(0), 2.1]).at(-1)).toBe(2.1)
    expect(run([2, ...Array(140).fill(0), 0.1]).at(-1)).toBe(0.1)
  })

  it('passes the first alarm after something that only drew attention', () => {
    expect(run([1.6, 2.2, 2.35, 2.6])).toEqual([1.6, 0.3 * 1.45, 2.35, 0.3 * 1.45])
  })

  it('keeps the order of strength among what it holds back', () => {
    const [, weak, strong] = run([3, 0.5, 1])
    expect(weak).toBeLessThan(strong!)
  })
})
