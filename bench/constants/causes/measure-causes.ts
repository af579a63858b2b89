import { rankCauses } from '../../../packages/engine/src/index.ts'
import type { Figures } from '../measure-with.ts'
import { type ChoosingSpan, choosingFaults, simulateChoosingIncident } from './choosing-incidents.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const FIRST_SEED = 70_000

const spans: readonly (ChoosingSpan & { readonly turns: number })[] = [
  { stepMs: 10_000, beforeMs: 75 * MINUTE, mostMs: 20 * MINUTE, rhythm: 0, turns: 6 },
  { stepMs: 20_000, beforeMs: 75 * MINUTE, mostMs: 30 * MINUTE, rhythm: 0, turns: 6 },
  { stepMs: 120_000, beforeMs: 3 * HOUR, mostMs: 60 * MINUTE, rhythm: 4, turns: 6 },
  { stepMs: 60_000, beforeMs: 26 * HOUR, mostMs: 6 * HOUR, rhythm: 12, turns: 3 },
  { stepMs: 300_000, beforeMs: 26 * HOUR, mostMs: 10 * HOUR, rhythm: 12, turns: 4 },
]

/**
 * Avg@5 of the series in which simulated incidents began, the share of incidents whose cause is among the first k, averaged over k = 1 to 5,
 * and the same for each fault and each interval. `loss` is what it lacks: each incident counts the same, as each is looked at from the top.
 */
export function measure(): Figures {
  const places = spans.flatMap((span, s) =>
    choosingFaults.flatMap((fault, f) =>
      Array.from({ length: span.turns }, (_, turn) => {
        const { frame, reported, isCause } = simulateChoosingIncident(
          fault,
          span,
          FIRST_SEED + 1000 * s + 100 * f + turn,
        )
        const ranking = rankCauses(frame, reported)
        return { fault, stepMs: span.stepMs, place: ranking.kind === 'ranked' ? ranking.causes.findIndex(isCause) : -1 }
      }),
    ),
  )
  const averages = (by: 'fault' | 'stepMs') =>
    [...Map.groupBy(places, (one) => one[by])].map(([key, all]) => [`Avg@5, ${key}`, averageAt5(all)] as const)
  const average = averageAt5(places)
  return { ...Object.fromEntries([...averages('fault'), ...averages('stepMs')]), average, loss: 1 - average }
}

/** Places count from 0; -1 is nowhere. */
function averageAt5(all: readonly { readonly place: number }[]): number {
  return all.reduce((sum, { place }) => sum + (place < 0 ? 0 : Math.max(0, 5 - place) / 5), 0) / all.length
}
