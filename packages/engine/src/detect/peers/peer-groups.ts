import type { SeriesKey } from '../../series/frame.ts'
import { median, sortPresent } from '../../stats/quantile.ts'
import { robustScale } from '../../stats/robust-scale.ts'
import { partition } from '../joint-views.ts'
import type { PeerGroup } from './peer-model.ts'

/** With fewer instances there is no majority to be away from. */
export const MIN_PEERS = 3

/** The metrics that have enough instances to be compared, with what each instance is measured by. */
export function peerGroups(series: readonly SeriesKey[], columns: readonly Float64Array[]): PeerGroup[] {
  return partition(series, (key) => key.metric)
    .filter((part) => part.columns.length >= MIN_PEERS)
    .map((part) => {
      const found = part.columns.map((column) => robustScale(sortPresent(columns[column]!)))
      const floor = 0.1 * median(found.map((one) => one.scale)) || 1
      const centers = Float64Array.from(found, (one) => one.center || 0)
      const scales = Float64Array.from(found, (one) => Math.max(one.scale, floor))
      return { metric: part.name, columns: part.columns, centers, scales }
    })
}

/** The most instances that any metric has. */
export function maxInstances(series: readonly SeriesKey[]): number {
  return Math.max(...partition(series, (key) => key.metric).map((part) => part.columns.length))
}
