/** The only source of "now": epoch milliseconds, UTC. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
