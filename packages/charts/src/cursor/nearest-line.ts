import { valueAt } from '../model/sample-lookup.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import { readMoment } from './read-moment.ts'

export interface NearestHit {
  x: number
  seriesName: string
}

// A peer is chosen only if it is clearly nearer: the other lines matter more.
const PEER_HANDICAP_PX = 24

/**
 * The sample under the pointer: per line the nearest in time by binary search, then the line nearest in height. Cheaper than a
 * mesh of cells over thousands of points, and it needs no DOM.
 */
export function nearestLine(model: PlotModel, x: number, y: number): NearestHit | null {
  const t = model.timeAt(x)
  let best: NearestHit | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const { line } of model.lines) {
    const reading = readMoment(line, t)
    if (!reading) continue
    const low = valueAt(line.min, reading.index)
    const high = valueAt(line.max, reading.index)
    const away = low === null || high === null ? model.plotHeight : distance(y, model.yOf(high), model.yOf(low))
    const weighed = away + (line.tone === 'peer' ? PEER_HANDICAP_PX : 0)
    if (weighed < bestDistance) {
      bestDistance = weighed
      best = { x: reading.t, seriesName: line.id }
    }
  }
  return best
}

function distance(y: number, top: number, bottom: number): number {
  if (y < top) return top - y
  return y > bottom ? y - bottom : 0
}
