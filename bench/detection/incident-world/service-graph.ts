import type { Random } from '../../../packages/engine/src/stats/random.ts'

/** Who calls whom: service `from` waits for `to`, and feels what happens there `lagMs` later. */
export type Call = { from: number; to: number; lagMs: number; weight: number }

/** Services numbered so that a caller has a smaller number than whom it calls; 0 is the entrance. */
export type ServiceGraph = { services: number; calls: readonly Call[] }

/** A random graph without cycles in which every service but the entrance has one or two callers. */
export function drawServiceGraph(services: number, random: Random): ServiceGraph {
  const calls: Call[] = []
  for (let to = 1; to < services; to++) {
    const callers = new Set([Math.floor(random() * to)])
    if (random() < 0.35) callers.add(Math.floor(random() * to))
    for (const from of callers) calls.push({ from, to, lagMs: 5_000 + 30_000 * random(), weight: 0.3 + 0.7 * random() })
  }
  return { services, calls }
}
