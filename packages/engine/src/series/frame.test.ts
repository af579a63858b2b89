import { describe, expect, it } from 'vitest'
import { simulateFrame } from '../testing/simulate-frame.ts'
import { alignFrame, sliceFrame } from './frame.ts'

const frame = simulateFrame(['noise', 'slow', 'heavy'], 10, 1)

describe('sliceFrame', () => {
  it('gives views on the same memory', () => {
    const part = sliceFrame(frame, 2, 5)
    expect(part.times.length).toBe(3)
    expect(part.columns[1]!.buffer).toBe(frame.columns[1]!.buffer)
    expect(part.columns[1]![0]).toBe(frame.columns[1]![2])
  })

  it('refuses rows outside', () => {
    expect(() => sliceFrame(frame, 5, 11)).toThrow(RangeError)
    expect(() => sliceFrame(frame, 6, 5)).toThrow(RangeError)
  })
})

describe('alignFrame', () => {
  it('puts columns into the wanted order', () => {
    const aligned = alignFrame(frame, ['m2[n1]', 'm0[n1]', 'm1[n1]'])
    expect(aligned.kind).toBe('aligned')
    if (aligned.kind !== 'aligned') return
    expect(aligned.frame.series.map((key) => key.id)).toEqual(['m2[n1]', 'm0[n1]', 'm1[n1]'])
    expect(aligned.frame.columns[0]).toBe(frame.columns[2])
  })

  it('says which series are missing and which are too many', () => {
    expect(alignFrame(frame, ['m0[n1]', 'm1[n1]', 'x[n1]'])).toEqual({
      kind: 'mismatch',
      missing: ['x[n1]'],
      extra: ['m2[n1]'],
    })
  })
})
