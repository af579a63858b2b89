/** One kind of message: its words, `<*>` where lines differed, and how many lines it has. */
type Cluster = { readonly id: number; words: string[] }

type Node = { readonly children: Map<string, Node>; readonly clusters: Cluster[] }

const WILDCARD = '<*>'
const DEPTH = 4
const SIMILARITY = 0.5
const MAX_CHILDREN = 100

/** Masks that fit any log: UUIDs, paths, addresses with or without a port, hexadecimal and other numbers. */
const MASKS: readonly RegExp[] = [
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g,
  /(?:\/[\w.-]+)+/g,
  /(?:\d+\.){3}\d+(?::\d+)?/g,
  /0x[0-9a-fA-F]+/g,
  /\b(?=[a-f]*\d)[0-9a-f]{6,}\b/g,
  /\d+/g,
]

/** The parser to compare with: messages without a header in, ids out; `textOf` gives the template as it is now. */
export type PlainDrain = { push(message: string): number; textOf(id: number): string }

/**
 * Drain as published, with one configuration for every log: depth 4, similarity 0.5, at most 100 children a node, generic masks.
 * Source: He, Zhu, Zheng and Lyu, Drain: an online log parsing approach with fixed depth tree, ICWS 2017.
 */
export function createPlainDrain(): PlainDrain {
  const root = createNode()
  const clusters: Cluster[] = []
  return {
    push(message) {
      const words = MASKS.reduce((text, mask) => text.replace(mask, WILDCARD), message.trim()).split(/\s+/)
      const leaf = findLeaf(root, words)
      const found = bestOf(leaf.clusters, words)
      if (found) {
        found.words = found.words.map((word, i) => (word === words[i] ? word : WILDCARD))
        return found.id
      }
      const made = { id: clusters.length, words }
      clusters.push(made)
      leaf.clusters.push(made)
      return made.id
    },
    textOf: (id) => clusters[id]!.words.join(' '),
  }
}

const createNode = (): Node => ({ children: new Map(), clusters: [] })

/** The node of messages of the same length that begin with the same words; a word with a digit counts as any. */
function findLeaf(root: Node, words: readonly string[]): Node {
  let node = childOf(root, String(words.length), true)
  for (const word of words.slice(0, DEPTH - 2)) node = childOf(node, /\d/.test(word) ? WILDCARD : word, false)
  return node
}

function childOf(node: Node, key: string, isLength: boolean): Node {
  const known = node.children.get(key)
  if (known) return known
  const isFull = !isLength && node.children.size >= MAX_CHILDREN - 1
  const name = isFull ? WILDCARD : key
  const child = node.children.get(name) ?? createNode()
  node.children.set(name, child)
  return child
}

/** The cluster with the largest share of equal words, at least half; of equal ones that with more wildcards. */
function bestOf(clusters: readonly Cluster[], words: readonly string[]): Cluster | undefined {
  let best: Cluster | undefined
  let max = SIMILARITY
  let free = -1
  for (const cluster of clusters) {
    let same = 0
    let wild = 0
    for (let i = 0; i < words.length; i++) {
      if (cluster.words[i] === WILDCARD) wild++
      if (cluster.words[i] === words[i]) same++
    }
    const share = same / words.length
    if (share < max || (share === max && wild <= free)) continue
    best = cluster
    max = share
    free = wild
  }
  return best
}
