import type { PastIncident } from './movement-graph.ts'

/** An origin that nobody confirmed counts half. */
const UNCONFIRMED = 0.5
/** Series that moved first, or together with the last of these, count as movers. */
const FIRST_MOVERS = 3

/**
 * How many earlier incidents began with each series: those a person confirmed count one, else each of the first three
 * to move (and whoever moved at the same time) half.
 */
export function countHits(history: readonly PastIncident[]): Map<string, number> {
  const hits = new Map<string, number>()
  const count = (seriesId: string, by: number): void => void hits.set(seriesId, (hits.get(seriesId) ?? 0) + by)
  for (const { movers, causeIds = [] } of history) {
    if (causeIds.length > 0) for (const seriesId of new Set(causeIds)) count(seriesId, 1)
    else for (const seriesId of firstToMove(movers)) count(seriesId, UNCONFIRMED)
  }
  return hits
}

function firstToMove(movers: PastIncident['movers']): Set<string> {
  const onsets = movers.map(({ onset }) => onset).sort((a, b) => a - b)
  const last = onsets[Math.min(FIRST_MOVERS, onsets.length) - 1] ?? Number.NEGATIVE_INFINITY
  return new Set(movers.filter(({ onset }) => onset <= last).map(({ seriesId }) => seriesId))
}
