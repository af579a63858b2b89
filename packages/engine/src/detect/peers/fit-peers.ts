import type { SeriesKey } from '../../series/frame.ts'
import type { ColumnModel } from '../column/column-model.ts'
import type { PeerModel } from './peer-model.ts'

/** With fewer there is no majority to be away from. */
export const MIN_PEERS = 3

export function fitPeers(
  _s: readonly SeriesKey[],
  _c: readonly ColumnModel[],
  _z: readonly Float64Array[],
): PeerModel[] {
  return []
}
