import type { IncidentDetail } from '@omen/sdk'

type Graph = IncidentDetail['graph']
export type GraphEdge = Graph['edges'][number]

/** A series in the graph, at its place. */
export interface PlacedNode {
  id: string
  name: string
  metric: string
  instance: string
  onset: number | null
  x: number
  y: number
}

export interface PlacedGraph {
  nodes: PlacedNode[]
  edges: GraphEdge[]
  /** Series that moved and for which there is no place. */
  left: number
  height: number
}

export const NODE_SIZE = { width: 132, height: 44 } as const
const GAP = { x: 40, y: 44 } as const
/** More of them nobody can follow. */
const MAX_NODES = 6

/** Series by onset, left to right and top to bottom, and the orders between them that are frequent enough. */
export const placeGraph = (graph: Graph, minShare: number, width: number): PlacedGraph => {
  const columns = Math.max(1, Math.floor((width + GAP.x) / (NODE_SIZE.width + GAP.x)))
  const strong = withoutDetours(graph.edges.filter(({ share }) => share >= minShare))
  const ends = new Set(strong.flatMap(({ from, to }) => [from, to]))
  const ordered = graph.nodes
    .filter(({ seriesId, onset }) => onset !== null || ends.has(seriesId))
    .toSorted((a, b) => (a.onset ?? Number.POSITIVE_INFINITY) - (b.onset ?? Number.POSITIVE_INFINITY))
  // Those that an order names come first where there are too many
  const kept = new Set(
    [...ordered].sort((a, b) => Number(ends.has(b.seriesId)) - Number(ends.has(a.seriesId))).slice(0, MAX_NODES),
  )
  const shown = ordered.filter((node) => kept.has(node))
  const step = columns < 2 ? 0 : (width - NODE_SIZE.width) / (columns - 1)
  const nodes = shown.map(
    ({ seriesId, metric, instance, onset }, place): PlacedNode => ({
      id: seriesId,
      name: instance === '' ? metric : `${metric} ${instance}`,
      metric,
      instance,
      onset,
      x: Math.round((place % columns) * step),
      y: Math.floor(place / columns) * (NODE_SIZE.height + GAP.y),
    }),
  )
  const placed = new Set(nodes.map(({ id }) => id))
  return {
    nodes,
    edges: strong.filter(({ from, to }) => placed.has(from) && placed.has(to)),
    left: ordered.length - shown.length,
    height: Math.max(0, Math.ceil(nodes.length / columns) * (NODE_SIZE.height + GAP.y) - GAP.y),
  }
}

/** Without what follows from two others that are at least as frequent: that one led to a third is shown by those between. */
const withoutDetours = (edges: readonly GraphEdge[]): GraphEdge[] => {
  const outOf = Map.groupBy(edges, ({ from }) => from)
  const shares = new Map(edges.map(({ from, to, share }) => [JSON.stringify([from, to]), share]))
  return edges.filter(
    ({ from, to, share }) =>
      !outOf
        .get(from)
        ?.some((first) => first.share >= share && (shares.get(JSON.stringify([first.to, to])) ?? Number.NaN) >= share),
  )
}

interface Point {
  x: number
  y: number
}

/** A line from the edge of one box to that of another, with where its label may stand, the best first. */
export interface EdgePath {
  d: string
  labels: readonly Point[]
}

const { width, height } = NODE_SIZE

/** Straight between neighbours; else through the space between rows. */
export const edgePath = (from: PlacedNode, to: PlacedNode): EdgePath => {
  if (from.y === to.y) {
    const isRight = to.x > from.x
    const [x1, x2] = isRight ? [from.x + width, to.x] : [from.x, to.x + width]
    const y = from.y + height / 2
    const isNeighbour = Math.abs(to.x - from.x) < 2 * width + GAP.x
    if (isNeighbour) return { d: `M${x1} ${y}H${x2 + (isRight ? -6 : 6)}`, labels: [{ x: (x1 + x2) / 2, y: y - 6 }] }
    const below = from.y + height + GAP.y / 2
    const [cx1, cx2] = [from.x + width / 2, to.x + width / 2]
    return {
      d: `M${cx1} ${from.y + height}C${cx1} ${below} ${cx2} ${below} ${cx2} ${to.y + height + 6}`,
      labels: [0.5, 0.35, 0.65, 0.25, 0.75].map((part) => ({ x: cx1 + (cx2 - cx1) * part, y: below - 4 })),
    }
  }
  const isDown = to.y > from.y
  const [y1, y2] = isDown ? [from.y + height, to.y] : [from.y, to.y + height]
  const [x1, x2] = [from.x + width / 2, to.x + width / 2]
  const end = y2 + (isDown ? -6 : 6)
  if (x1 === x2 && Math.abs(to.y - from.y) <= height + GAP.y)
    return { d: `M${x1} ${y1}V${end}`, labels: [{ x: x1 + 24, y: (y1 + y2) / 2 + 4 }] }
  if (x1 === x2) {
    // Around the boxes between: a cubic curve goes three quarters of the way to its control points
    const outwards = (width / 2 + GAP.x / 2) * (from.x === 0 ? 1 : -1)
    const control = x1 + outwards / 0.75
    return {
      d: `M${x1} ${y1}C${control} ${y1 + GAP.y} ${control} ${end - GAP.y} ${x2} ${end}`,
      labels: [{ x: x1 + outwards, y: (y1 + y2) / 2 + 4 }],
    }
  }
  const labels = [0.35, 0.5, 0.65, 0.2, 0.8].map((part) => ({
    x: x1 + (x2 - x1) * part,
    y: y1 + (end - y1) * part + 4,
  }))
  return { d: `M${x1} ${y1}L${x2} ${end}`, labels }
}

/** Of "100 %", with a little room around it. */
const LABEL_SIZE = { width: 44, height: 14 } as const

/** A place for the label of each line, clear of those before it where one of its places is. */
export const placeLabels = (paths: readonly EdgePath[]): Point[] => {
  const taken: Point[] = []
  for (const { labels } of paths) {
    const isClear = ({ x, y }: Point) =>
      taken.every((one) => Math.abs(one.x - x) >= LABEL_SIZE.width || Math.abs(one.y - y) >= LABEL_SIZE.height)
    taken.push(labels.find(isClear) ?? labels[0]!)
  }
  return taken
}

/** Where an arrow key leads from a node: the nearest in that direction. */
export const neighbourNode = (nodes: readonly PlacedNode[], id: string, key: string): PlacedNode | null => {
  const at = nodes.findIndex((node) => node.id === id)
  const from = nodes[at]
  if (from === undefined) return null
  if (key === 'ArrowRight') return nodes[at + 1] ?? null
  if (key === 'ArrowLeft') return nodes[at - 1] ?? null
  if (key === 'Home') return nodes[0] ?? null
  if (key === 'End') return nodes.at(-1) ?? null
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const isThere = ({ y }: PlacedNode) => (key === 'ArrowDown' ? y > from.y : y < from.y)
  const distance = ({ x, y }: PlacedNode) => Math.abs(y - from.y) * 10 + Math.abs(x - from.x)
  return nodes.filter(isThere).sort((a, b) => distance(a) - distance(b))[0] ?? null
}
