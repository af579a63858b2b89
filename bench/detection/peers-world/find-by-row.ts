import type { PeerComparison, PeerMember } from '../../../packages/engine/src/index.ts'
import { median } from '../../../packages/engine/src/stats/quantile.ts'
import type { Fleet } from './simulate-fleet.ts'

const FARTHEST = 3

/** Baseline: each row on its own, deviating where a value is more than three median absolute deviations (1.4826) from its row's median. */
export function findByRow({ frame }: Fleet): PeerComparison[] {
  const members = frame.series.map((key, column): PeerMember => {
    return { column, seriesId: key.id, instance: key.instance, mode: 0, spans: [], rows: frame.times.length, share: 0 }
  })
  for (let row = 0; row < frame.times.length; row++) {
    const values = frame.columns.map((column) => column[row]!)
    const middle = median(values)
    const deviation = 1.4826 * median(values.map((value) => Math.abs(value - middle)))
    for (const [column, value] of values.entries()) {
      const distance = (value - middle) / deviation
      if (Math.abs(distance) > FARTHEST) addRow(members[column]!, row, distance)
    }
  }
  return [{ kind: 'compared', metric: 'cpu', members, modes: [] }]
}

/** Rows that follow each other make one span. */
function addRow({ spans }: PeerMember, row: number, distance: number): void {
  const side = distance > 0 ? 1 : -1
  const last = spans.at(-1)
  if (last?.toRow === row && last.side === side) {
    last.toRow++
    last.rows++
  } else spans.push({ fromRow: row, toRow: row + 1, start: row, end: row, rows: 1, distance, side })
}
