export const minute = 60_000
export const hour: number = 60 * minute
export const day: number = 24 * hour
export const week: number = 7 * day

/** Monday 1970-01-05, 00:00 UTC: the Monday from which weeks are counted. */
const firstMonday = 4 * day

/** Position in the week in days, 0 = Monday 00:00 UTC. */
export function dayOfWeek(time: number): number {
  return ((((time - firstMonday) % week) + week) % week) / day
}

/** Position in the day in hours, UTC. */
export function hourOfDay(time: number): number {
  return (((time % day) + day) % day) / hour
}

/** Share of the sample [time, time + stepMs) that lies in [from, to). */
export function overlap(time: number, stepMs: number, from: number, to: number): number {
  return Math.max(0, Math.min(to, time + stepMs) - Math.max(from, time)) / stepMs
}
