/** What the severity of a period is made of. */
export type SeverityFacts = {
  /** Smallest joint tail probability, and the threshold 1 - pvalue below which a row is flagged. */
  probability: number
  threshold: number
  /** How far the lead series went from its expected value: in expected spreads, and as a part of its range in training. */
  spreads: number
  rangeShare: number
  /** How long: rows, and the `cvalue` rows that make a period. */
  rows: number
  cvalue: number
  /** How broad: series that moved. */
  moved: number
}

/** As much of what is left up to 10 as each part takes when it is complete. */
const WEIGHTS = { improbable: 0.6, spreads: 0.5, range: 0.5, long: 0.25, broad: 0.25 }
/** So many spreads are nothing yet. */
const NEAR = 4
/** Powers of ten below the threshold that leave a tenth of the way. */
const DECADES = 3

const MAX = 1 - Object.values(WEIGHTS).reduce((left, weight) => left * (1 - weight), 1)

/**
 * Severity of a period from 1, where every part is at its least, to 10. Five parts from 0 to 1 each take their weight of what the others leave:
 *
 *     severity = 1 + 9 · (1 − Π (1 − weight · part)) / (1 − Π (1 − weight))
 *
 *     improbable  0.6   1 − (probability / threshold)^(1/3)
 *     spreads     0.5   1 − 4 / spreads, 0 up to 4
 *     range       0.5   rangeShare, at most 1
 *     long        0.25  1 − √(cvalue / rows)
 *     broad       0.25  1 − 1 / moved
 *
 * So it never falls when a period is less probable, goes further, lasts longer or is broader. What is not known counts as 0.
 */
export function severity(facts: SeverityFacts): number {
  const { probability, threshold, spreads, rangeShare, rows, cvalue, moved } = facts
  const parts = {
    improbable: 1 - (probability / threshold) ** (1 / DECADES),
    spreads: 1 - NEAR / spreads,
    range: rangeShare,
    long: 1 - Math.sqrt(cvalue / rows),
    broad: 1 - 1 / moved,
  }
  let left = 1
  for (const name of Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]) left *= 1 - WEIGHTS[name] * unit(parts[name])
  return 1 + (9 * (1 - left)) / MAX
}

function unit(part: number): number {
  return part > 0 ? Math.min(1, part) : 0
}

/** As severe as it gets. */
export const WORST = 10

/** `val` of an instance that went down altogether. */
export const DOWN: number = -Math.PI

/** Severity without its sign, 0 to 10: an instance that is down counts 10, whatever its mark. */
export function severityOfVal(val: number): number {
  return isDownVal(val) ? WORST : Math.min(WORST, Math.abs(val))
}

/** Whether `val` marks an instance that went down, also after a way through JSON. */
export function isDownVal(val: number): boolean {
  return Math.abs(val - DOWN) < 1e-6
}

/** Orders by severity, the worst first; of equals an instance that is down comes first. */
export function bySeverity(a: { val: number }, b: { val: number }): number {
  return severityOfVal(b.val) - severityOfVal(a.val) || Number(isDownVal(b.val)) - Number(isDownVal(a.val))
}
