import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { learnMovements, type PastIncident, wilsonLower } from './movement-graph.ts'

const incident = (onsets: Record<string, number>): PastIncident => ({
  id: 'one',
  movers: Object.entries(onsets).map(([seriesId, onset]) => ({ seriesId, onset })),
})

describe('learnMovements', () => {
  it('by hand: a moved before b in three of four incidents, 20 ms ahead', () => {
    const graph = learnMovements([
      incident({ a: 0, b: 10 }),
      incident({ a: 0, b: 20 }),
      incident({ b: 30, a: 0 }),
      incident({ a: 5, b: 0 }),
      incident({ a: 0 }),
    ])
    expect(graph.nodes).toEqual([
      { seriesId: 'a', incidents: 5 },
      { seriesId: 'b', incidents: 4 },
    ])
    expect(graph.edges).toEqual([
      { from: 'a', to: 'b', times: 3, of: 4, share: 0.75, lower: wilsonLower(3, 4), lagMs: 20 },
    ])
  })

  it('draws no edge where the order is even or a tie', () => {
    expect(learnMovements([incident({ a: 0, b: 1 }), incident({ a: 1, b: 0 })]).edges).toEqual([])
    expect(learnMovements([incident({ a: 0, b: 5 })], 5).edges).toEqual([])
  })

  it('keeps the three best edges into a series', () => {
    const { edges } = learnMovements([incident({ a: 0, b: 1, c: 2, d: 3, e: 4, z: 5 })])
    expect(edges.filter(({ to }) => to === 'z').map(({ from }) => from)).toEqual(['e', 'd', 'c'])
  })

  it('stays bounded however many series and incidents there are', () => {
    const wide = incident(Object.fromEntries(Array.from({ length: 1_000 }, (_, k) => [`s${k}`, k])))
    const { nodes, edges } = learnMovements(Array(600).fill(wide))
    expect(nodes.length).toBe(30)
    expect(nodes[0]!.incidents).toBe(500)
    expect(edges.length).toBeLessThanOrEqual(90)
  })

  it('is the same in any order of series and incidents, at any time, with lags in any unit', () => {
    const onsets = fc.record({ a: fc.nat(50), b: fc.nat(50), c: fc.nat(50), d: fc.nat(50) })
    const order = fc.shuffledSubarray(['a', 'b', 'c', 'd'] as const, { minLength: 4 })
    fc.assert(
      fc.property(
        fc.array(onsets, { maxLength: 8 }),
        order,
        fc.nat(1e6),
        fc.constantFrom(1, 60, 1000),
        (all, names, from, unit) => {
          const plain = learnMovements(all.map((one) => incident(one)))
          const other = learnMovements(
            all
              .toReversed()
              .map((one) => incident(Object.fromEntries(names.map((name) => [name, from + unit * one[name]])))),
          )
          expect(other.nodes).toEqual(plain.nodes)
          expect(other.edges).toEqual(plain.edges.map((edge) => ({ ...edge, lagMs: unit * edge.lagMs })))
        },
      ),
    )
  })

  it('gives nothing for nothing', () => {
    expect(learnMovements([])).toEqual({ nodes: [], edges: [] })
  })
})

describe('wilsonLower', () => {
  it('rises with the number seen at the same share', () => {
    expect(wilsonLower(1, 1)).toBeLessThan(wilsonLower(10, 10))
    expect(wilsonLower(0, 5)).toBe(0)
    expect(wilsonLower(0, 0)).toBe(0)
    // by hand: 0.5 of 100 at z = 1.2816 is (0.5 + 0.008212 - 1.2816·sqrt(0.0025 + 0.0000411)) / 1.016425
    expect(wilsonLower(50, 100)).toBeCloseTo(0.4364, 4)
  })
})
