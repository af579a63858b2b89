/** A run of flagged rows; `toRow` is exclusive. */
export type Run = { fromRow: number; toRow: number }

/**
 * Runs that hold at least `count` flagged rows (p < q), dated from the first of them to the last. Rows that are not flagged are
 * bridged where p < sqrt(q); any other ends the run. NaN neither flags nor ends. Bridged and missing rows do not count.
 */
export function findRuns(probability: ArrayLike<number>, q: number, count: number): Run[] {
  const runs: Run[] = []
  const bridge = Math.sqrt(q)
  let fromRow = -1
  let lastFlagged = -1
  let flagged = 0
  const close = (): void => {
    if (flagged >= count) runs.push({ fromRow, toRow: lastFlagged + 1 })
    flagged = 0
  }
  for (let row = 0; row < probability.length; row++) {
    const p = probability[row]!
    if (Number.isNaN(p)) continue
    if (p < q) {
      if (flagged === 0) fromRow = row
      flagged++
      lastFlagged = row
    } else if (p >= bridge) close()
  }
  close()
  return runs
}
