import { localClock } from '../series/local-clock.ts'

/** A history, and the steps after it, as the clocks of a time zone count them. */
export type LocalSteps = {
  /** Times as the clocks show them, put so that the last one stays where it is: an hour is missing, or there twice, where they were changed. */
  times: Float64Array
  /** NaN for what the clocks have shown before and are to show again after the last value. */
  values: Float64Array
  /** How many steps of theirs the steps ahead reach. */
  horizon: number
  /** The step of theirs that each step ahead is, from 0. */
  places: Int32Array
}

/** Counts by the clocks of a zone. Undefined where that makes no difference: they are not changed in the history, nor in the steps ahead. */
export function localSteps(
  times: Float64Array,
  values: Float64Array,
  { horizon, stepMs, timeZone }: { horizon: number; stepMs: number; timeZone?: string | undefined },
): LocalSteps | undefined {
  const clock = localClock(timeZone)
  let end = Number.NEGATIVE_INFINITY
  for (let k = 0; k < times.length; k++)
    if (Number.isFinite(values[k]!) && Number.isFinite(times[k]!)) end = Math.max(end, times[k]!)
  if (!Number.isFinite(end)) return undefined
  const offset = clock(end) - end
  const shown = times.map((time) => clock(time) - offset)
  const places = Int32Array.from({ length: horizon }, (_, step) => {
    const time = end + (step + 1) * stepMs
    return Math.max(0, step + Math.round((clock(time) - offset - time) / stepMs))
  })
  const isSame = shown.every((time, k) => time === times[k]) && places.every((place, step) => place === step)
  if (isSame) return undefined
  return {
    ...{ times: shown, values: values.map((value, k) => (shown[k]! > end ? Number.NaN : value)) },
    ...{ horizon: places.reduce((most, place) => Math.max(most, place + 1), 1), places },
  }
}
