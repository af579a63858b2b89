import type { Random } from '../../ports/random.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]
/** After each failed attempt; fifteen hours in all. */
const delaysMs = [10 * second, 30 * second, 2 * minute, 5 * minute, 15 * minute, hour, 2 * hour, 4 * hour, 8 * hour]
const maxAgeMs = 24 * hour

export const maxAttempts: number = delaysMs.length + 1

/** An alert is given up after its last attempt, or when it is a day old. */
export function isGivenUp({ attempts, ageMs }: { attempts: number; ageMs: number }): boolean {
  return attempts >= maxAttempts || ageMs >= maxAgeMs
}

/** Until the next attempt, a tenth more or less, so that what failed together does not come back together. */
export function retryDelayMs(attempts: number, random: Pick<Random, 'below'>): number {
  const delayMs = delaysMs[Math.min(Math.max(attempts, 1), delaysMs.length) - 1]!
  return Math.round(delayMs * (0.9 + random.below(201) / 1000))
}
