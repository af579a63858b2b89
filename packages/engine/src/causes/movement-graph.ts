/** What moved when in an earlier incident. `causeIds` are what a person confirmed. */
export type PastIncident = {
  id: string
  movers: readonly { seriesId: string; onset: number }[]
  causeIds?: readonly string[]
}

/**
 * `from` moved before `to` in `times` of the `of` incidents in which both moved; `share` is their quotient and `lower`
 * the end of its one-sided 90 % interval. `lagMs` is the median time between them.
 */
export type MovementEdge = {
  from: string
  to: string
  times: number
  of: number
  share: number
  lower: number
  lagMs: number
}

/** What moves before what. `incidents` counts in how many incidents a series moved. */
export type MovementGraph = { nodes: { seriesId: string; incidents: number }[]; edges: MovementEdge[] }

type Pair = { from: string; to: string; lags: number[]; of: number }

/** The first movers of an incident; later ones hardly lead anything. */
const MAX_MOVERS = 30
/** The latest incidents, of which the graph is made. */
const MAX_INCIDENTS = 500
/** Edges drawn into one node, the best first. */
const EDGES_INTO = 3
const ONE_SIDED_90 = 1.2816

/**
 * Learns what moves before what, from at most the last 500 incidents and the first 30 movers of each. An edge needs a
 * lag above `tieMs`, more incidents for its direction than against it, and to be among the three best into its series.
 * Order is not cause: the edges say how often it was so (Wilson's interval, 1927). Nodes and edges are sorted, the best
 * first.
 */
export function learnMovements(incidents: readonly PastIncident[], tieMs = 0): MovementGraph {
  const counts = new Map<string, number>()
  const pairs = new Map<string, Pair>()
  for (const incident of incidents.slice(-MAX_INCIDENTS)) {
    const movers = firstMovers(incident)
    for (const { seriesId } of movers) counts.set(seriesId, (counts.get(seriesId) ?? 0) + 1)
    for (const [place, late] of movers.entries())
      for (const early of movers.slice(0, place)) countPair(pairs, early, late, tieMs)
  }
  const nodes = [...counts].map(([seriesId, count]) => ({ seriesId, incidents: count }))
  const edges = [...pairs.values()].map(toEdge).filter((edge) => 2 * edge.times > edge.of)
  edges.sort((a, b) => b.lower - a.lower || b.of - a.of || a.lagMs - b.lagMs || compare(a.from + a.to, b.from + b.to))
  return {
    nodes: nodes.sort((a, b) => b.incidents - a.incidents || compare(a.seriesId, b.seriesId)),
    edges: bestInto(edges),
  }
}

function firstMovers(incident: PastIncident): { seriesId: string; onset: number }[] {
  const sorted = [...incident.movers].sort((a, b) => a.onset - b.onset || compare(a.seriesId, b.seriesId))
  const seen = new Set<string>()
  return sorted.filter(({ seriesId }) => !seen.has(seriesId) && seen.add(seriesId)).slice(0, MAX_MOVERS)
}

function countPair(
  pairs: Map<string, Pair>,
  early: { seriesId: string; onset: number },
  late: { seriesId: string; onset: number },
  tieMs: number,
): void {
  const lag = late.onset - early.onset
  const forward = pairOf(pairs, early.seriesId, late.seriesId)
  const backward = pairOf(pairs, late.seriesId, early.seriesId)
  forward.of++
  backward.of++
  if (lag > tieMs) forward.lags.push(lag)
}

function pairOf(pairs: Map<string, Pair>, from: string, to: string): Pair {
  const key = JSON.stringify([from, to])
  const found = pairs.get(key)
  if (found !== undefined) return found
  const made = { from, to, lags: [], of: 0 }
  pairs.set(key, made)
  return made
}

function toEdge({ from, to, lags, of }: Pair): MovementEdge {
  const times = lags.length
  const lagMs = lags.sort((a, b) => a - b)[times >> 1] ?? 0
  return { from, to, times, of, share: times / of, lower: wilsonLower(times, of), lagMs }
}

/** Lower end of Wilson's score interval for a share of `hits` in `of`, one-sided 90 %; 0 for none. */
export function wilsonLower(hits: number, of: number, z: number = ONE_SIDED_90): number {
  if (hits === 0) return 0
  const share = hits / of
  const middle = share + (z * z) / (2 * of)
  const half = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return Math.max(0, (middle - half) / (1 + (z * z) / of))
}

function bestInto(edges: readonly MovementEdge[]): MovementEdge[] {
  const into = new Map<string, number>()
  return edges.filter(({ to }) => {
    const count = into.get(to) ?? 0
    into.set(to, count + 1)
    return count < EDGES_INTO
  })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
