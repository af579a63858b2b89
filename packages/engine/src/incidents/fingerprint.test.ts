import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'
import type { IncidentSeries } from './incident.ts'

const series = (...ids: string[]): IncidentSeries[] =>
  ids.map((seriesId) => ({ seriesId, share: 1 / ids.length, side: 1, onset: 0 }))

describe('fingerprintOf', () => {
  it('has weights that sum to 1', () => {
    for (const print of [
      fingerprintOf('cpu', series('cpu[a]', 'mem[b]'), ['t1', 't2', 't1']),
      fingerprintOf('log', [], ['t1']),
      fingerprintOf('instanceDown', [], []),
    ])
      expect(print.features.reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(1, 9)
  })

  it('has one key for the same features, whatever their weights, and another for another place, direction or kind', () => {
    const { key } = fingerprintOf('cpu', series('cpu[a]', 'mem[b]'), ['t1'])
    const [first, second] = series('cpu[a]', 'mem[b]')
    const weighted = [
      { ...second!, share: 0.7 },
      { ...first!, share: 0.3 },
    ]
    expect(fingerprintOf('cpu', weighted, ['t1']).key).toBe(key)
    const others = [
      fingerprintOf('cpu', series('cpu[b]', 'mem[b]'), ['t1']),
      fingerprintOf('cpu', [first!, { ...second!, side: -1 }], ['t1']),
      fingerprintOf('load', series('cpu[a]', 'mem[b]'), ['t1']),
      fingerprintOf('log', [], ['t1']),
      fingerprintOf('log', [], ['t2']),
    ]
    expect(new Set([key, ...others.map((one) => one.key)]).size).toBe(6)
  })
})
