import { createRandom, type Random } from '../../../packages/engine/src/stats/random.ts'
import { trailingMeans } from './peer-scorers.ts'

type Tree = { feature: number; at: number; below: Tree; above: Tree } | { depth: number }

const TREES = 100
const SAMPLE = 256
const MAX_DEPTH = 8
const STRIDE = 3

/** An isolation forest (Liu, Ting and Zhou, ICDM 2008) over windows of residuals; gives the anomaly score of each row from `from` on. */
export function createResidualForest(history: Float64Array): (residual: Float64Array, from: number) => Float64Array {
  const random = createRandom(77)
  const rows = featuresOf(history)
  const known = Array.from({ length: Math.floor(history.length / STRIDE) }, (_, k) => rows(k * STRIDE))
  const forest = Array.from({ length: TREES }, () => {
    const sample = Array.from({ length: SAMPLE }, () => known[Math.floor(random() * known.length)]!)
    return grow(sample, 0, random)
  })
  return (residual, from) => {
    const of = featuresOf(residual)
    return Float64Array.from({ length: residual.length - from }, (_, at) => {
      const row = of(from + at)
      const depth = forest.reduce((sum, tree) => sum + depthOf(tree, row), 0) / TREES
      return 2 ** (-depth / pathLength(SAMPLE))
    })
  }
}

/** The residual, its means over an hour and half a day, its change, and its deviation over two hours. */
function featuresOf(residual: Float64Array): (row: number) => number[] {
  const hour = trailingMeans(residual, 12)
  const halfDay = trailingMeans(residual, 144)
  const two = trailingMeans(residual, 24)
  const squares = trailingMeans(
    residual.map((value) => value * value),
    24,
  )
  return (row) => {
    const deviation = Math.sqrt(Math.max(0, squares[row]! - two[row]! ** 2))
    return [residual[row]!, hour[row]!, halfDay[row]!, residual[row]! - (residual[row - 1] ?? 0), deviation]
  }
}

function grow(rows: readonly number[][], depth: number, random: Random): Tree {
  const feature = Math.floor(random() * rows[0]!.length)
  const values = rows.map((row) => row[feature]!)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (depth === MAX_DEPTH || rows.length < 2 || low === high) return { depth: depth + pathLength(rows.length) }
  const at = low + random() * (high - low) || high
  const below = rows.filter((row) => row[feature]! < at)
  const above = rows.filter((row) => row[feature]! >= at)
  if (below.length === 0 || above.length === 0) return { depth: depth + pathLength(rows.length) }
  return { feature, at, below: grow(below, depth + 1, random), above: grow(above, depth + 1, random) }
}

function depthOf(tree: Tree, row: readonly number[]): number {
  let node = tree
  while ('feature' in node) node = row[node.feature]! < node.at ? node.below : node.above
  return node.depth
}

/** Mean depth of a search that does not find, in a tree of so many. */
function pathLength(count: number): number {
  return count < 2 ? 0 : 2 * (Math.log(count - 1) + 0.5772) - (2 * (count - 1)) / count
}
