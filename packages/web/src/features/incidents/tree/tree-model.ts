import type { IncidentDetail } from '@omen/sdk'
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy'

type Tree = IncidentDetail['tree']

/** A rectangle, px. */
interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A metric of an instance and its part in the whole. */
export interface TreeLeaf extends Box {
  seriesId: string
  metric: string
  share: number
}

export interface TreeGroup extends Box {
  instance: string
  share: number
  leaves: TreeLeaf[]
}

type Datum = { name: string; seriesId?: string; weight?: number; children?: Datum[] }

/** Height of the name over the metrics of an instance, px. */
const headHeight = 18
const mostInstances = 24

/** Instances as areas, and their metrics as areas within, each as large as its part in the incident. */
export const treeBoxes = (tree: Tree, size: { width: number; height: number }): TreeGroup[] => {
  const largest = tree.toSorted((a, b) => b.weight - a.weight).slice(0, mostInstances)
  const root = hierarchy<Datum>({
    name: '',
    children: largest.map(({ instance, metrics }) => ({
      name: instance,
      children: metrics
        .filter(({ weight }) => weight > 0)
        .map(({ metric, seriesId, weight }) => ({ name: metric, seriesId, weight })),
    })),
  })
    .sum(({ weight = 0 }) => weight)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const total = root.value ?? 0
  if (total <= 0 || size.width <= 0) return []
  const placed = treemap<Datum>()
    .tile(treemapSquarify)
    .size([size.width, size.height])
    .paddingInner(2)
    .paddingTop(({ depth }) => (depth === 1 ? headHeight : 0))(root)
  const boxOf = (node: { x0: number; x1: number; y0: number; y1: number }): Box => ({
    ...{ x: node.x0, y: node.y0, width: node.x1 - node.x0, height: node.y1 - node.y0 },
  })
  return (placed.children ?? []).map((group) => ({
    ...boxOf(group),
    instance: group.data.name,
    share: (group.value ?? 0) / total,
    leaves: (group.children ?? []).map((leaf) => ({
      ...boxOf(leaf),
      metric: leaf.data.name,
      seriesId: leaf.data.seriesId ?? '',
      share: (leaf.value ?? 0) / total,
    })),
  }))
}
