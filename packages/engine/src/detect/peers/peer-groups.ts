import type { SeriesKey } from '../../series/frame.ts'
import { partition } from '../joint-views.ts'

/** With fewer instances there is no majority to be away from. */
export const MIN_PEERS = 3

/** The columns of each metric that has enough instances to be compared. */
export function peerGroups(series: readonly SeriesKey[]): { metric: string; columns: number[] }[] {
  return partition(series, (key) => key.metric)
    .filter((part) => part.columns.length >= MIN_PEERS)
    .map((part) => ({ metric: part.name, columns: part.columns }))
}

/** The most instances that any metric has. */
export function mostInstances(series: readonly SeriesKey[]): number {
  return Math.max(...partition(series, (key) => key.metric).map((part) => part.columns.length))
}
