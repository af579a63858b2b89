/** A value of a series with its time, what was expected then, and one expected deviation. */
export type Extreme = { value: number; at: number; usual: number; spread: number }

/** The largest and the smallest value of a series in an interval, and the one that lies most spreads from what was expected. */
export type Extremes = { high: Extreme; low: Extreme; furthest: Extreme }

const NOTHING: Extreme = { value: Number.NaN, at: Number.NaN, usual: Number.NaN, spread: Number.NaN }

/** Extremes of no value. */
export function noExtremes(): Extremes {
  return { high: NOTHING, low: NOTHING, furthest: NOTHING }
}

/** Takes in one more value; of equal ones the first stays. */
export function addExtreme(extremes: Extremes, one: Extreme): void {
  if (!(one.value <= extremes.high.value)) extremes.high = one
  if (!(one.value >= extremes.low.value)) extremes.low = one
  if (!(distance(one) <= distance(extremes.furthest)) || Number.isNaN(extremes.furthest.value)) extremes.furthest = one
}

/** The extremes of two intervals together. */
export function joinExtremes(a: Extremes, b: Extremes): Extremes {
  const joined = { ...a }
  for (const one of [b.high, b.low, b.furthest]) if (!Number.isNaN(one.value)) addExtreme(joined, one)
  return joined
}

/** How many spreads a value lies from what was expected; -1 where nothing was expected. */
function distance({ value, usual, spread }: Extreme): number {
  const spreads = Math.abs(value - usual) / spread
  return Number.isNaN(spreads) ? -1 : spreads
}

/**
 * The value that a sentence names: the largest where a series rose, the smallest where it fell. Where that one is no further off
 * than one spread on this side, as where a night was busy and the day after it as usual, the furthest from what was expected.
 */
export function namedExtreme(extremes: Extremes, side: 1 | -1): { named: Extreme; isExtreme: boolean } {
  const named = side > 0 ? extremes.high : extremes.low
  const isBeyond = side * (named.value - named.usual) > named.spread
  return isBeyond || Number.isNaN(extremes.furthest.usual)
    ? { named: withoutResidue(named), isExtreme: true }
    : { named: withoutResidue(extremes.furthest), isExtreme: false }
}

/** An expected value below this share of the value is what an average leaves of values that are 0. */
const RESIDUE = 1e-6

function withoutResidue(one: Extreme): Extreme {
  return Math.abs(one.usual) < RESIDUE * Math.abs(one.value) ? { ...one, usual: 0 } : one
}
