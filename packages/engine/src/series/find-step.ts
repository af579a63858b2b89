/** The sampling interval: the (lower) median distance of neighbouring times, in ms; jitter and holes do not move it. 0 for fewer than two. */
export function findStepMs(times: Float64Array): number {
  const steps = new Float64Array(Math.max(0, times.length - 1))
  let count = 0
  for (let k = 1; k < times.length; k++) {
    const step = times[k]! - times[k - 1]!
    if (step > 0) steps[count++] = step
  }
  if (count === 0) return 0
  return steps.subarray(0, count).sort()[(count - 1) >> 1]!
}
