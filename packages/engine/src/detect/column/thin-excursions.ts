/** An excursion of one column, `toRow` exclusive. */
type Excursion = { fromRow: number; toRow: number }

/** Spreads that every row of an excursion exceeds. */
const BEYOND = 2.5
/** Spreads that its largest row exceeds. */
const PEAK = 6
/** Rows that it lasts at least. */
const SHORTEST = 5
/** What happens this often is how the column behaves. */
const RECURS = 3
/** With a larger part of the training in excursions, nothing is left out. */
const MOST = 0.2

/** Rows of an excursion that stay: two, so that the pair sees it as well. */
const KEPT = 2

/**
 * Counts each excursion in a column's training standardised residuals once, so that one restart or fault does not become the measure of normal:
 * at least 5 rows on one side beyond 2.5 spreads with a peak beyond 6 keep their first two rows, the others become NaN. Left as
 * they are where they recur on that side three times or more, or make up more than a fifth of the rows.
 */
export function thinExcursions(zScores: Float64Array): Float64Array {
  const out = zScores.slice()
  for (const side of [1, -1]) {
    const excursions = findExcursions(zScores, side)
    const rows = excursions.reduce((sum, excursion) => sum + excursion.toRow - excursion.fromRow, 0)
    if (excursions.length >= RECURS || rows > MOST * zScores.length) continue
    for (const { fromRow, toRow } of excursions) out.fill(Number.NaN, fromRow + KEPT, toRow)
  }
  return out
}

function findExcursions(zScores: Float64Array, side: number): Excursion[] {
  const found: Excursion[] = []
  let fromRow = -1
  let peak = 0
  for (let row = 0; row <= zScores.length; row++) {
    const zScore = row < zScores.length ? side * zScores[row]! : 0
    if (Number.isNaN(zScore)) continue
    if (zScore > BEYOND) {
      if (fromRow < 0) fromRow = row
      peak = Math.max(peak, zScore)
      continue
    }
    if (fromRow >= 0 && peak > PEAK && row - fromRow >= SHORTEST) found.push({ fromRow, toRow: row })
    fromRow = -1
    peak = 0
  }
  return found
}
