import { quantileSorted, sortPresent } from '../../stats/quantile.ts'
import type { PeerGroup, PeerModel } from './peer-model.ts'

/** Learns how far apart the instances of each metric usually stand, from the standardised residuals of their distances to the median. */
export function fitPeers(groups: readonly PeerGroup[], zScores: readonly Float64Array[]): PeerModel[] {
  return groups.map((group) => ({ ...group, reach: learnReach(group.columns, zScores) }))
}

function learnReach(columns: readonly number[], zScores: readonly Float64Array[]): number {
  const rows = zScores[0]!.length
  const nearest: number[] = []
  for (let row = 0; row < rows; row++) {
    const sorted = sortPresent(columns.map((column) => zScores[column]![row]!))
    for (let k = 0; k < sorted.length && sorted.length > 1; k++) {
      const below = k > 0 ? sorted[k]! - sorted[k - 1]! : Number.POSITIVE_INFINITY
      const above = k + 1 < sorted.length ? sorted[k + 1]! - sorted[k]! : Number.POSITIVE_INFINITY
      nearest.push(Math.min(below, above))
    }
  }
  return Math.max(1, quantileSorted(Float64Array.from(nearest).sort(), 0.995) || 0)
}
