import type { IncidentDetail } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { treeBoxes } from './tree-model.ts'

const leaf = (metric: string, weight: number) => ({ metric, seriesId: `${metric}[n]`, weight })
const tree: IncidentDetail['tree'] = [
  { instance: 'n2', weight: 1, metrics: [leaf('cpu', 1)] },
  { instance: 'n1', weight: 3, metrics: [leaf('cpu', 2), leaf('mem', 1), leaf('idle', 0)] },
]
const size = { width: 300, height: 200 }

describe('treeBoxes', () => {
  it('gives each instance and metric its share, the largest first', () => {
    const groups = treeBoxes(tree, size)
    expect(groups.map(({ instance, share }) => [instance, share])).toEqual([
      ['n1', 0.75],
      ['n2', 0.25],
    ])
    expect(groups[0]?.leaves.map(({ metric, share }) => [metric, share])).toEqual([
      ['cpu', 0.5],
      ['mem', 0.25],
    ])
  })
  it('keeps metrics within their instance, and instances within the drawing', () => {
    for (const group of treeBoxes(tree, size)) {
      expect(group.x + group.width).toBeLessThanOrEqual(size.width)
      for (const one of group.leaves) {
        expect(one.y).toBeGreaterThan(group.y)
        expect(one.x + one.width).toBeLessThanOrEqual(group.x + group.width + 1e-9)
      }
    }
  })
  it('is empty without a weight or a width', () => {
    expect(treeBoxes([{ instance: 'n1', weight: 0, metrics: [leaf('cpu', 0)] }], size)).toEqual([])
    expect(treeBoxes(tree, { width: 0, height: 200 })).toEqual([])
  })
})
