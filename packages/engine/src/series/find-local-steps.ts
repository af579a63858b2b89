/** A longer interval than the usual one that holds for so many steps is the interval of that time; fewer are holes of equal length. */
const LASTING_STEPS = 24
/** Steps that differ by less than this are of one interval. */
const JITTER = 1.25
/** A step this much longer than the interval leaves out a row. */
const LONGER = 1.5

/**
 * The interval that each row was due by after the one before it, in ms: the usual one, or a longer one from its first step until shorter steps
 * follow. Times ascend; the first row has the usual interval.
 */
export function findLocalSteps(times: Float64Array, usualMs: number): Float64Array {
  const steps = new Float64Array(times.length).fill(usualMs)
  let from = 1
  while (from < times.length) {
    const first = times[from]! - times[from - 1]!
    if (first <= LONGER * usualMs) {
      from++
      continue
    }
    let to = from + 1
    while (to < times.length && isAlike(times[to]! - times[to - 1]!, first)) to++
    if (to - from >= LASTING_STEPS) {
      while (to < times.length && (times[to]! - times[to - 1]!) * JITTER >= first) to++
      steps.fill(first, from, to)
    }
    from = to
  }
  return steps
}

function isAlike(step: number, other: number): boolean {
  return step < other * JITTER && other < step * JITTER
}
