import { describe, expect, it } from 'vitest'
import { sliceFrame } from '../../series/frame.ts'
import { severity } from '../../severity/severity.ts'
import { changeRows, simulateFrame } from '../../testing/simulate-frame.ts'
import { train } from '../../testing/train.ts'
import { detect } from '../detect.ts'

describe('DBScan', () => {
  const names = ['cpu[a]', 'cpu[b]', 'cpu[c]', 'cpu[d]', 'mem[a]']
  const frame = simulateFrame(['shared', 'shared', 'shared', 'shared', 'noise'], 800, 5, names)
  const model = train(sliceFrame(frame, 0, 500), { modelType: 'DBScan' })
  const find = (f: typeof frame, epsilon: number, peers = 5) =>
    detect(model, f, { pvalue: epsilon, cvalue: peers }).periods

  it('finds the instance that leaves its peers', () => {
    const faulty = changeRows(frame, 2, 600, 620, (x) => x + 30)
    const [period, ...others] = find(faulty, 1)
    expect(others).toEqual([])
    expect(period!.series).toMatchObject([{ seriesId: 'cpu[c]', share: 1, side: 1 }])
    expect(Math.abs(period!.fromRow - 600)).toBeLessThanOrEqual(1)
    expect(period!.sentence).toMatchObject({ kind: 'peer', instance: 'c', peers: 3 })
    const { peak, usual, spread } = period!.series[0]!
    const { rows, probability } = period!
    const known = { probability, threshold: 0.01, spreads: (peak - usual) / spread, rows, cvalue: 5, moved: 1 }
    expect(period!.val).toBeGreaterThanOrEqual(severity({ ...known, rangeShare: 0 }))
    expect(period!.val).toBeLessThanOrEqual(severity({ ...known, rangeShare: 1 }))
    expect(period!.series[0]!.usual).toBeCloseTo(30, -1)
  })

  it('is not moved by what all instances do together', () => {
    const together = [0, 1, 2, 3].reduce((f, k) => changeRows(f, k, 600, 620, (x) => x + 30), frame)
    expect(find(together, 1)).toEqual([])
  })

  it('finds less with a larger epsilon', () => {
    const faulty = changeRows(frame, 2, 600, 620, (x) => x + 12)
    expect(find(faulty, 1).length).toBe(1)
    expect(find(faulty, 100)).toEqual([])
  })

  it('does not take the size of an instance for a difference', () => {
    const large = changeRows(frame, 0, 0, 800, (x) => 10 * x)
    const learned = train(sliceFrame(large, 0, 500), { modelType: 'DBScan' })
    expect(detect(learned, large, { pvalue: 1, cvalue: 5 }).periods).toEqual([])
  })

  it('refuses an epsilon of 0', () => {
    expect(() => find(frame, 0)).toThrow(RangeError)
  })
})
