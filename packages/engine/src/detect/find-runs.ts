/** A run of flagged rows; `toRow` is exclusive. */
export type Run = { fromRow: number; toRow: number }

/**
 * Rows below this probability are unusual. It is the same for every lower threshold, so that a stricter threshold
 * does not divide a run. Fitted on simulated systems and the sample shop.
 */
const NEARLY = 0.1

/** The probability below which a row is nearly flagged, for the threshold `q` below which it is flagged. */
export function nearlyFlagged(q: number): number {
  return Math.max(NEARLY, q)
}

/**
 * Runs that hold at least `count` flagged rows (p < q), dated from the first of them to the last. Rows that are not flagged are
 * bridged where they nearly are (see `nearlyFlagged`); any other ends the run. NaN neither flags nor ends. Bridged and missing rows do not count.
 */
export function findRuns(probability: ArrayLike<number>, q: number, count: number): Run[] {
  const runs: Run[] = []
  const bridge = nearlyFlagged(q)
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
