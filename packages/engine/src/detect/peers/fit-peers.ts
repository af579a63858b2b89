import type { SeriesKey } from '../../series/frame.ts'
import { quantileSorted, sortPresent } from '../../stats/quantile.ts'
import { robustScale } from '../../stats/robust-scale.ts'
import { deviateFromPeers } from './deviate.ts'
import { peerGroups } from './peer-groups.ts'
import type { PeerModel } from './peer-model.ts'

/** Learns how the instances of each metric usually stand to their peers; a metric needs three instances. */
export function fitPeers(series: readonly SeriesKey[], columns: readonly Float64Array[]): PeerModel[] {
  const groups = peerGroups(series)
  if (groups.length === 0) return []
  const { deviations } = deviateFromPeers(columns, groups)
  return groups.map(({ metric, columns: members }) => {
    const scaled = members.map((column) => robustScale(sortPresent(deviations[column]!)))
    const floor = Math.max(...scaled.map((one) => one.scale)) * 0.1 || 1
    const centers = Float64Array.from(scaled, (one) => one.center || 0)
    const scales = Float64Array.from(scaled, (one) => Math.max(one.scale, floor))
    const model: PeerModel = { metric, columns: members, centers, scales, reach: 1 }
    return { ...model, reach: learnReach(model, deviations) }
  })
}

/** Where an instance stands among its peers, in its own usual spreads. */
export function standing(model: PeerModel, member: number, deviation: number): number {
  return (deviation - model.centers[member]!) / model.scales[member]!
}

function learnReach(model: PeerModel, deviations: readonly Float64Array[]): number {
  const rows = deviations[0]!.length
  const nearest: number[] = []
  for (let row = 0; row < rows; row++) {
    const places = model.columns.map((column, k) => standing(model, k, deviations[column]![row]!))
    const sorted = sortPresent(places)
    for (let k = 0; k < sorted.length && sorted.length > 1; k++) {
      const below = k > 0 ? sorted[k]! - sorted[k - 1]! : Number.POSITIVE_INFINITY
      const above = k + 1 < sorted.length ? sorted[k + 1]! - sorted[k]! : Number.POSITIVE_INFINITY
      nearest.push(Math.min(below, above))
    }
  }
  return Math.max(1, quantileSorted(Float64Array.from(nearest).sort(), 0.995) || 0)
}
