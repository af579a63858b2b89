import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'
import type { IncidentSeries } from './incident.ts'
import { repeatKey, similarIncidents } from './similar-incidents.ts'

const series = (...ids: string[]): IncidentSeries[] =>
  ids.map((seriesId) => ({ seriesId, share: 1 / ids.length, side: 1, onset: 0 }))

describe('similarIncidents', () => {
  const target = fingerprintOf('cpu', series('cpu[a]', 'latency[a]'), [])
  const earlier = [
    { id: 'same', fingerprint: fingerprintOf('cpu', series('cpu[a]', 'latency[a]'), []) },
    { id: 'elsewhere', fingerprint: fingerprintOf('cpu', series('cpu[b]', 'latency[b]'), []) },
    { id: 'other', fingerprint: fingerprintOf('disk', series('disk[z]'), []) },
  ]

  it('puts the same first, then the same elsewhere, and leaves out what has nothing in common', () => {
    const found = similarIncidents(target, earlier)
    expect(found.map(({ id }) => id)).toEqual(['same', 'elsewhere'])
    expect(found[0]!.similarity).toBeCloseTo(1, 9)
    expect(found[1]!.shared).toContain('metric cpu +')
    expect(found[1]!.shared).not.toContain('series cpu[a] +')
  })

  it('is 1 to itself, within 0 and 1, and does not depend on order', () => {
    const ids = fc.uniqueArray(fc.constantFrom('cpu[a]', 'cpu[b]', 'mem[a]', 'mem[b]', 'net[c]'), { minLength: 1 })
    const likeness = (one: string[], other: string[]): number => {
      const [target, earlier] = [one, other].map((names) => fingerprintOf('cpu', series(...names), []))
      return similarIncidents(target!, [{ id: 'x', fingerprint: earlier! }], { min: 0 })[0]!.similarity
    }
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        expect(likeness(one, one.toReversed())).toBeCloseTo(1, 9)
        expect(likeness(one, other)).toBeCloseTo(likeness(one.toReversed(), other.toReversed()), 9)
        expect(likeness(one, other)).toBeLessThanOrEqual(1 + 1e-9)
        expect(likeness(one, other)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('lets what every incident has say less', () => {
    const crowd = Array.from({ length: 20 }, (_, k) => ({
      id: `c${k}`,
      fingerprint: fingerprintOf('cpu', series('cpu[b]', `m${k}[b]`), []),
    }))
    const among = similarIncidents(target, [...earlier, ...crowd], { limit: 30, min: 0 })
    const alone = similarIncidents(target, earlier, { min: 0 })
    const of = (list: typeof among) => list.find(({ id }) => id === 'elsewhere')!.similarity
    expect(of(among)).not.toBe(of(alone))
    expect(among[0]!.id).toBe('same')
  })

  it('gives none where there is none', () => {
    expect(similarIncidents(target, [])).toEqual([])
  })
})

describe('repeatKey', () => {
  it('is the key of what is repeated, though other series came along, and its own for what is new', () => {
    const first = fingerprintOf('cpu', series('cpu[a]', 'latency[a]', 'queue[a]'), [])
    const earlier = [{ id: '1', key: 'fold', fingerprint: first }]
    const again = fingerprintOf('cpu', series('cpu[a]', 'latency[a]', 'errors[b]'), [])
    const other = fingerprintOf('disk', series('disk[z]'), [])
    expect(repeatKey(again, earlier)).toBe('fold')
    expect(repeatKey(other, earlier)).toBe(other.key)
    expect(repeatKey(other, [])).toBe(other.key)
  })
})
