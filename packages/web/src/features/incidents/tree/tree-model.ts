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
  /** How many instances it stands for, where the map has no room for each. */
  others?: number
  share: number
  leaves: TreeLeaf[]
}

type Datum = { name: string; seriesId?: string; weight?: number; others?: number; children?: Datum[] }

/** Height of the name over the metrics of an instance, px. */
const HEAD_HEIGHT = 18
const MAX_INSTANCES = 24

export interface FoldedTree {
  /** Instances with the largest parts, the largest first. */
  largest: Tree
  /** How many instances further there are, and their part together. */
  others: { count: number; weight: number }
  total: number
}

/** The instances that a map has room for, and the others as one. */
export const foldTree = (tree: Tree): FoldedTree => {
  const weightOf = ({ metrics }: Tree[number]) => metrics.reduce((sum, { weight }) => sum + weight, 0)
  const sorted = tree.filter((one) => weightOf(one) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))
  // One alone takes as much room as the fold would
  const shownCount = sorted.length === MAX_INSTANCES + 1 ? sorted.length : MAX_INSTANCES
  const others = sorted.slice(shownCount)
  const weight = others.reduce((sum, one) => sum + weightOf(one), 0)
  return {
    largest: sorted.slice(0, shownCount),
    others: { count: others.length, weight },
    total: sorted.reduce((sum, one) => sum + weightOf(one), 0),
  }
}

/** Instances as areas, and their metrics as areas within, each as large as its part in the incident. */
export const treeBoxes = (
  { largest, others, total }: FoldedTree,
  size: { width: number; height: number },
): TreeGroup[] => {
  if (total <= 0 || size.width <= 0) return []
  const shown = largest.map(
    ({ instance, metrics }): Datum => ({
      name: instance,
      children: metrics
        .filter(({ weight }) => weight > 0)
        .map(({ metric, seriesId, weight }) => ({ name: metric, seriesId, weight })),
    }),
  )
  const rest: Datum = { name: '', others: others.count, children: [{ name: '', weight: others.weight }] }
  const root = hierarchy<Datum>({ name: '', children: others.count > 0 ? [...shown, rest] : shown })
    .sum(({ weight = 0 }) => weight)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const placed = treemap<Datum>()
    .tile(treemapSquarify)
    .size([size.width, size.height])
    .paddingInner(2)
    .paddingTop(({ depth }) => (depth === 1 ? HEAD_HEIGHT : 0))(root)
  const boxOf = (node: { x0: number; x1: number; y0: number; y1: number }): Box => ({
    x: node.x0,
    y: node.y0,
    width: node.x1 - node.x0,
    height: node.y1 - node.y0,
  })
  return (placed.children ?? []).map((group) => ({
    ...boxOf(group),
    instance: group.data.name,
    ...(group.data.others !== undefined && { others: group.data.others }),
    share: (group.value ?? 0) / total,
    leaves: (group.children ?? []).map((leaf) => ({
      ...boxOf(leaf),
      metric: leaf.data.name,
      seriesId: leaf.data.seriesId ?? '',
      share: (leaf.value ?? 0) / total,
    })),
  }))
}
