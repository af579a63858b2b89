import { MIN_LEAD_MS } from './prediction.ts'

/** How often an announcement came true or did not, and by how many ms it came before. */
export type Followed = { hits: number; misses: number; leads: number[] }

/**
 * What became of each time something was announced: a hit with its lead where an outcome began within the window, else
 * a miss. While an announcement is open, further ones are the same. What began at once, and what was still open at the
 * end, counts for nothing.
 */
export function followUp(times: readonly number[], starts: readonly number[], windowMs: number, end: number): Followed {
  const followed: Followed = { hits: 0, misses: 0, leads: [] }
  let openUntil = Number.NEGATIVE_INFINITY
  let next = 0
  for (const at of times) {
    if (at <= openUntil) continue
    while (next < starts.length && starts[next]! < at) next++
    const start = starts[next] ?? Number.POSITIVE_INFINITY
    if (start <= at + windowMs) {
      openUntil = start
      if (start - at < MIN_LEAD_MS) continue
      followed.hits++
      followed.leads.push(start - at)
    } else {
      openUntil = at + windowMs
      if (openUntil <= end) followed.misses++
    }
  }
  return followed
}
