import type { IncidentDetail } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { foldTree, treeBoxes } from './tree-model.ts'

const leaf = (metric: string, weight: number) => ({ metric, seriesId: `${metric}[n]`, weight })
const tree: IncidentDetail['tree'] = [
  { instance: 'n2', weight: 1, metrics: [leaf('cpu', 1)] },
  { instance: 'n1', weight: 3, metrics: [leaf('cpu', 2), leaf('mem', 1), leaf('idle', 0)] },
]
const SIZE = { width: 300, height: 200 }

describe('treeBoxes', () => {
  it('gives each instance and metric its share, the largest first', () => {
    const groups = treeBoxes(foldTree(tree), SIZE)
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
    for (const group of treeBoxes(foldTree(tree), SIZE)) {
      expect(group.x + group.width).toBeLessThanOrEqual(SIZE.width)
      for (const one of group.leaves) {
        expect(one.y).toBeGreaterThan(group.y)
        expect(one.x + one.width).toBeLessThanOrEqual(group.x + group.width + 1e-9)
      }
    }
  })
  it('is empty without a weight or a width', () => {
    expect(treeBoxes(foldTree([{ instance: 'n1', weight: 0, metrics: [leaf('cpu', 0)] }]), SIZE)).toEqual([])
    expect(treeBoxes(foldTree(tree), { width: 0, height: 200 })).toEqual([])
  })
  it('folds the instances that it has no room for into one area of their part', () => {
    const many = Array.from({ length: 40 }, (_, k) => ({ instance: `n${k}`, weight: 1, metrics: [leaf(`m${k}`, 1)] }))
    const groups = treeBoxes(foldTree(many), SIZE)
    expect(groups).toHaveLength(25)
    expect(groups.find(({ others }) => others === 16)?.share).toBeCloseTo(16 / 40)
    expect(groups.find(({ others }) => others === undefined)?.share).toBeCloseTo(1 / 40)
  })
  it('folds no single instance', () => {
    const many = Array.from({ length: 25 }, (_, k) => ({ instance: `n${k}`, weight: 1, metrics: [leaf(`m${k}`, 1)] }))
    expect(foldTree(many).others.count).toBe(0)
  })
})
