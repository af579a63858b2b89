import { describe, expect, it } from 'vitest'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { findNewInstances } from './find-new-instances.ts'

const frame = simulateFrame(['noise', 'noise', 'noise'], 50, 1, ['cpu[a]', 'cpu[b]', 'mem[b]'])
const without = (f: typeof frame, column: number, to: number) => changeRows(f, column, 0, to, () => Number.NaN)

describe('findNewInstances', () => {
  it('dates an instance by the first of its series', () => {
    const late = without(without(frame, 1, 20), 2, 30)
    expect(findNewInstances(late)).toEqual([{ instance: 'b', at: frame.times[20] }])
  })

  it('says nothing of instances that are there from the start, or nearly', () => {
    expect(findNewInstances(frame)).toEqual([])
    expect(findNewInstances(without(without(frame, 1, 9), 2, 9))).toEqual([])
  })

  it('says nothing of one that never reports, and nothing of nothing', () => {
    expect(findNewInstances(without(without(frame, 1, 50), 2, 50))).toEqual([])
    expect(findNewInstances({ times: new Float64Array(0), stepMs: 0, series: [], columns: [] })).toEqual([])
  })
})
