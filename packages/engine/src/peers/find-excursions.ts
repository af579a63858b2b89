/** Rows `[fromRow, toRow)` at which a member rather stands off than stays with its peers. */
export type Excursion = { fromRow: number; toRow: number; side: 1 | -1 }

/** What rows speak for. */
export type Evidence = {
  /** The distance from the usual level that is looked for, in deviations. */
  shift: number
  /** How alike neighbours are, from 0 to below 1, and how many values are worth one independent value. */
  correlation: number
  time: number
  /** The most that a jump off or back says. */
  maxJumpEvidence: number
  /** What an excursion has to bring, as a logarithm of odds. */
  price: number
  /** Distances that members never have: each brings `farWeight`, whatever its neighbours are. */
  far: number
  farWeight: number
}

/** The excursions of a member in the order of time, and by how much more likely they make its values. */
export type Course = { excursions: Excursion[]; gain: number }

const USUAL = 0
const ABOVE = 1
const BELOW = 2

/**
 * The most likely course of a member that is at its usual level, or `shift` deviations above or below it (Viterbi 1967): each row speaks
 * for or against by the likelihood ratio of two normal distributions, at most as much as a row that lies `shift` off. Single rows
 * neither make an excursion nor end one. NaN says nothing.
 */
export function findExcursions(distances: Float64Array, level: number, evidence: Evidence): Course {
  if (!isWorthwhile(distances, level, evidence)) return { excursions: [], gain: 0 }
  const from = new Uint8Array(3 * distances.length)
  const toll = evidence.price / 2
  let usual = 0
  let above = Number.NEGATIVE_INFINITY
  let below = Number.NEGATIVE_INFINITY
  let before = Number.NaN
  for (let row = 0, at = 0; row < distances.length; row++, at += 3) {
    const distance = distances[row]! - level
    const fromAbove = above + leave(distance, before, evidence) - toll
    const fromBelow = below + leave(-distance, -before, evidence) - toll
    const stayAbove = above + stay(distance, evidence)
    const stayBelow = below + stay(-distance, evidence)
    above = usual - toll + enter(distance, before, evidence)
    below = usual - toll + enter(-distance, -before, evidence)
    if (fromAbove > usual || fromBelow > usual) from[at + USUAL] = fromAbove >= fromBelow ? ABOVE : BELOW
    if (stayAbove >= above) from[at + ABOVE] = ABOVE
    if (stayBelow >= below) from[at + BELOW] = BELOW
    usual = Math.max(usual, fromAbove, fromBelow)
    above = Math.max(above, stayAbove)
    below = Math.max(below, stayBelow)
    before = distance
  }
  const off = Math.max(above, below) - toll
  const last = off <= usual ? USUAL : above >= below ? ABOVE : BELOW
  return { excursions: traceBack(from, last), gain: Math.max(usual, off) }
}

/** Whether any excursion brings its price (Page 1954), which is quicker to see than where it is. */
function isWorthwhile(distances: Float64Array, level: number, evidence: Evidence): boolean {
  let above = 0
  let below = 0
  let before = Number.NaN
  for (let row = 0; row < distances.length; row++) {
    const distance = distances[row]! - level
    if (above + leave(distance, before, evidence) > evidence.price) return true
    if (below + leave(-distance, -before, evidence) > evidence.price) return true
    above = Math.max(enter(distance, before, evidence), above + stay(distance, evidence))
    below = Math.max(enter(-distance, -before, evidence), below + stay(-distance, evidence))
    before = distance
  }
  return above > evidence.price || below > evidence.price
}

/** What a row says for being off, whatever came before. */
function stay(distance: number, { shift, time, far, farWeight }: Evidence): number {
  if (distance > far) return farWeight
  // Also NaN.
  if (!(distance > 0)) return distance <= 0 ? (-shift * shift) / 2 / time : 0
  return (shift * (Math.min(distance, shift) - shift / 2)) / time
}

/** What a first row off says: more, where it is a jump that neighbours do not make. */
function enter(distance: number, before: number, evidence: Evidence): number {
  const { shift, correlation, maxJumpEvidence } = evidence
  const jump = Math.min(shift, distance - correlation * before)
  const said = (shift * (jump - shift / 2)) / (1 - correlation * correlation)
  const plain = stay(distance, evidence)
  return said > plain ? Math.max(plain, Math.min(said, maxJumpEvidence)) : plain
}

/** What a first row back says: nothing, or more where it is a jump. */
function leave(distance: number, before: number, { shift, correlation, maxJumpEvidence }: Evidence): number {
  const change = correlation * shift
  const jump = Math.min(change, correlation * before - distance)
  const said = (change * (jump - change / 2)) / (1 - correlation * correlation)
  return said > 0 ? Math.min(said, maxJumpEvidence) : 0
}

function traceBack(from: Uint8Array, last: number): Excursion[] {
  const excursions: Excursion[] = []
  let state = last
  let toRow = from.length / 3
  // The first row always comes from the usual level, so that nothing is left open.
  for (let row = toRow - 1; row >= 0; row--) {
    const before = from[3 * row + state]!
    if (before === state) continue
    if (state !== USUAL) excursions.push({ fromRow: row, toRow, side: state === ABOVE ? 1 : -1 })
    toRow = row
    state = before
  }
  return excursions.reverse()
}
