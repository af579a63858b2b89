/** A stretch of one column, `toRow` exclusive. */
type Stretch = { fromRow: number; toRow: number }

const BEYOND = 2.5
const PEAK = 6
const SHORTEST = 5
/** What happens this often is how the column behaves. */
const RECURS = 3
const MOST = 0.2

/** Rows of an upset that stay: two, so that the pair sees it as well. */
const KEPT = 2

/**
 * Counts each upset in a column's training surprises once, so that one restart or fault does not become the measure of normal:
 * at least 5 rows on one side beyond 2.5 spreads with a peak beyond 6 keep their first two rows, the others become NaN. Left as
 * they are where they recur on that side three times or more, or make up more than a fifth of the rows.
 */
export function thinUpsets(surprises: Float64Array): Float64Array {
  const out = surprises.slice()
  for (const side of [1, -1]) {
    const upsets = findUpsets(surprises, side)
    const rows = upsets.reduce((sum, upset) => sum + upset.toRow - upset.fromRow, 0)
    if (upsets.length >= RECURS || rows > MOST * surprises.length) continue
    for (const { fromRow, toRow } of upsets) out.fill(Number.NaN, fromRow + KEPT, toRow)
  }
  return out
}

function findUpsets(surprises: Float64Array, side: number): Stretch[] {
  const found: Stretch[] = []
  let fromRow = -1
  let peak = 0
  for (let row = 0; row <= surprises.length; row++) {
    const surprise = row < surprises.length ? side * surprises[row]! : 0
    if (Number.isNaN(surprise)) continue
    if (surprise > BEYOND) {
      if (fromRow < 0) fromRow = row
      peak = Math.max(peak, surprise)
      continue
    }
    if (fromRow >= 0 && peak > PEAK && row - fromRow >= SHORTEST) found.push({ fromRow, toRow: row })
    fromRow = -1
    peak = 0
  }
  return found
}
