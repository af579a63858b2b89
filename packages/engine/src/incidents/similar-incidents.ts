import type { Fingerprint } from './incident.ts'

/** An earlier incident with the features that both have; `similarity` from 0 to 1. */
export type SimilarIncident = { id: string; similarity: number; shared: string[] }

/**
 * The earlier incidents most like one, by the weighted Jaccard index of their features (Ruzicka), in which what all of
 * them have says less (inverse document frequency). 1 is the same, 0 nothing in common; below `min` none is given.
 * Best first.
 */
export function similarIncidents(
  target: Fingerprint,
  earlier: readonly { id: string; fingerprint: Fingerprint }[],
  { limit = 5, min = 0.2 }: { limit?: number; min?: number } = {},
): SimilarIncident[] {
  const seenIn = new Map<string, number>()
  for (const { fingerprint } of earlier)
    for (const [feature] of fingerprint.features) seenIn.set(feature, (seenIn.get(feature) ?? 0) + 1)
  const rarity = (feature: string): number => Math.log(1 + (earlier.length + 1) / ((seenIn.get(feature) ?? 0) + 1))
  const own = new Map(target.features)
  return earlier
    .map(({ id, fingerprint }) => ({ id, ...compareFeatures(own, fingerprint.features, rarity) }))
    .filter(({ similarity }) => similarity >= min)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
}

/**
 * From here on two incidents are the same one again; of simulated repeats nine in ten are, and one in a hundred is
 * mistaken.
 * Fitted on simulated systems: one folded with another type counts as three repeats that stay unfolded.
 */
const REPEATS = 0.4

/** The key under which an incident is folded with those it repeats: of the most similar earlier one, or its own. */
export function repeatKey(
  target: Fingerprint,
  earlier: readonly { id: string; key: string; fingerprint: Fingerprint }[],
): string {
  const [best] = similarIncidents(target, earlier, { limit: 1, min: REPEATS })
  return earlier.find(({ id }) => id === best?.id)?.key ?? target.key
}

function compareFeatures(
  own: ReadonlyMap<string, number>,
  features: Fingerprint['features'],
  rarity: (feature: string) => number,
): { similarity: number; shared: string[] } {
  let common = 0
  let all = 0
  const shared: string[] = []
  const theirs = new Map(features)
  for (const [feature, weight] of own) if (!theirs.has(feature)) all += weight * rarity(feature)
  for (const [feature, weight] of features) {
    const mine = own.get(feature) ?? 0
    if (mine > 0) shared.push(feature)
    common += Math.min(mine, weight) * rarity(feature)
    all += Math.max(mine, weight) * rarity(feature)
  }
  return { similarity: all > 0 ? common / all : 0, shared }
}
