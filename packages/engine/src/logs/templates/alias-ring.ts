/** Merged templates that are still resolved, the latest. */
const capacity = 1 << 20

/** What became of ids that were merged away: remembered for the last million ids, in four megabytes. */
export type AliasRing = {
  /** Tells that `from` goes on as `to`. */
  point(from: number, to: number): void
  /** Follows an id until `isLive`, or undefined where it was forgotten or is too old. */
  follow(id: number, isLive: (id: number) => boolean): number | undefined
}

export function createAliasRing(): AliasRing {
  let targets = new Float64Array(0)
  let newest = 0
  const grow = (id: number): void => {
    if (id % capacity < targets.length || targets.length === capacity) return
    const grown = new Float64Array(Math.min(capacity, Math.max(1024, targets.length * 2, (id % capacity) + 1)))
    grown.set(targets)
    targets = grown
  }
  return {
    point(from, to) {
      grow(from)
      targets[from % capacity] = to
      newest = Math.max(newest, from)
    },
    follow(id, isLive) {
      let at = id
      while (!isLive(at)) {
        const to = at > newest - capacity ? (targets[at % capacity] ?? 0) : 0
        // Merging always keeps the smaller id, so that the chain goes down and ends.
        if (to <= 0 || to >= at) return undefined
        at = to
      }
      return at
    },
  }
}
