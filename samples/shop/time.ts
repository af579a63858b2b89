export const MINUTE = 60_000
export const HOUR: number = 60 * MINUTE
export const DAY: number = 24 * HOUR
export const WEEK: number = 7 * DAY

/** Monday 1970-01-05, 00:00 UTC: the Monday from which weeks are counted. */
const FIRST_MONDAY = 4 * DAY

/** Position in the week in days, 0 = Monday 00:00 UTC. */
export function dayOfWeek(time: number): number {
  return ((((time - FIRST_MONDAY) % WEEK) + WEEK) % WEEK) / DAY
}

/** Position in the day in hours, UTC. */
export function hourOfDay(time: number): number {
  return (((time % DAY) + DAY) % DAY) / HOUR
}

/** Share of the sample [time, time + stepMs) that lies in [from, to). */
export function overlap(time: number, stepMs: number, from: number, to: number): number {
  return Math.max(0, Math.min(to, time + stepMs) - Math.max(from, time)) / stepMs
}
