const DAY_MS = 86_400_000
/** A grid of the point store has no more steps. */
const MAX_STEPS = 1_000_000

/**
 * The shortest step of whole sampling intervals at which so many series have no more values than `maxValues` in a span, and that divides
 * a day where the interval does: the same hours of other days are then the same steps.
 */
export function chooseStep(
  stepMs: number,
  { spanMs, series, maxValues }: { spanMs: number; series: number; maxValues: number },
): number {
  const fits = (times: number): boolean => {
    const steps = Math.ceil(spanMs / (stepMs * times))
    return steps <= MAX_STEPS && steps * Math.max(1, series) <= maxValues
  }
  const perDay = DAY_MS / stepMs
  for (let times = 1; ; times++) {
    if (!fits(times)) continue
    if (!Number.isInteger(perDay) || perDay % times === 0 || times >= perDay) return stepMs * times
  }
}
