interface Placed {
  readonly offset: number
}

export interface Paired<T> {
  readonly pairs: (readonly [T, T])[]
  /** Without another one. */
  readonly before: T[]
  readonly after: T[]
}

/**
 * Pairs of two sets, each one once: those that lie nearest to each other first. The nearest two of what is left always are neighbours, so that only
 * neighbours are compared: n log n steps for n of both.
 */
export function pairNearest<T extends Placed>(before: readonly T[], after: readonly T[]): Paired<T> {
  const all = [...before.map((one) => ({ one, isAfter: false })), ...after.map((one) => ({ one, isAfter: true }))].sort(
    (a, b) => a.one.offset - b.one.offset,
  )
  const previous = all.map((_, index) => index - 1)
  const next = all.map((_, index) => index + 1)
  const isPaired = new Uint8Array(all.length)
  const queue = createQueue()
  const add = (left: number, right: number): void => {
    const [a, b] = [all[left], all[right]]
    if (a === undefined || b === undefined || a.isAfter === b.isAfter) return
    queue.push({ left, right, distance: b.one.offset - a.one.offset })
  }
  for (let index = 0; index + 1 < all.length; index++) add(index, index + 1)
  const pairs: (readonly [T, T])[] = []
  for (let nearest = queue.pop(); nearest !== undefined; nearest = queue.pop()) {
    const { left, right } = nearest
    if (isPaired[left] || isPaired[right]) continue
    isPaired[left] = isPaired[right] = 1
    const [a, b] = [all[left]!, all[right]!]
    pairs.push(a.isAfter ? [b.one, a.one] : [a.one, b.one])
    const [outerLeft, outerRight] = [previous[left]!, next[right]!]
    if (outerLeft >= 0) next[outerLeft] = outerRight
    if (outerRight < all.length) previous[outerRight] = outerLeft
    add(outerLeft, outerRight)
  }
  const left = all.filter((_, index) => !isPaired[index])
  return {
    pairs,
    before: left.filter(({ isAfter }) => !isAfter).map(({ one }) => one),
    after: left.filter(({ isAfter }) => isAfter).map(({ one }) => one),
  }
}

interface Neighbours {
  readonly left: number
  readonly right: number
  readonly distance: number
}

/** The nearest first: a binary heap. */
function createQueue() {
  const heap: Neighbours[] = []
  const isLess = (a: number, b: number): boolean => heap[a]!.distance < heap[b]!.distance
  const swap = (a: number, b: number): void => {
    const kept = heap[a]!
    heap[a] = heap[b]!
    heap[b] = kept
  }
  return {
    push(item: Neighbours): void {
      let at = heap.push(item) - 1
      for (let parent = (at - 1) >> 1; at > 0 && isLess(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent)
        at = parent
      }
    },
    pop(): Neighbours | undefined {
      const first = heap[0]
      const last = heap.pop()
      if (heap.length === 0 || last === undefined) return first
      heap[0] = last
      for (let at = 0; ; ) {
        let least = at
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && isLess(child, least)) least = child
        if (least === at) return first
        swap(at, least)
        at = least
      }
    },
  }
}
