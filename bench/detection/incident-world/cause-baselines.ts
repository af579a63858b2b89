import type { Frame } from '../../../packages/engine/src/index.ts'
import { quantileSorted, sortPresent } from '../../../packages/engine/src/stats/quantile.ts'
import { createRandom } from '../../../packages/engine/src/stats/random.ts'

type ReportedIncident = { start: number; end: number }
type CauseBaseline = { name: string; rank(frame: Frame, reported: ReportedIncident): string[] }

/** Simple baselines: BARO's scorer and n-sigma as published, the first row beyond three sigma, and chance. */
export const causeBaselines: readonly CauseBaseline[] = [
  { name: 'the robust scorer of BARO alone', rank: (frame, reported) => byScore(frame, reported, robustParts) },
  { name: 'n-sigma', rank: (frame, reported) => byScore(frame, reported, normalParts) },
  { name: 'the first to cross three sigma', rank: firstToCross },
  { name: 'chance', rank: shuffled },
]

type Parts = { center: number; scale: number }

function robustParts(before: Float64Array): Parts {
  const sorted = sortPresent(before)
  return { center: quantileSorted(sorted, 0.5), scale: quantileSorted(sorted, 0.75) - quantileSorted(sorted, 0.25) }
}

function normalParts(before: Float64Array): Parts {
  const values = sortPresent(before)
  const center = values.reduce((sum, x) => sum + x, 0) / values.length
  return { center, scale: Math.sqrt(values.reduce((sum, x) => sum + (x - center) ** 2, 0) / values.length) }
}

function byScore(frame: Frame, reported: ReportedIncident, partsOf: (before: Float64Array) => Parts): string[] {
  const at = frame.times.findIndex((time) => time >= reported.start)
  return sortBy(frame, (column) => {
    const { center, scale } = partsOf(column.subarray(0, at))
    return column.subarray(at).reduce((max, x) => Math.max(max, Math.abs(x - center) / (scale || 1) || 0), 0)
  })
}

function firstToCross(frame: Frame, reported: ReportedIncident): string[] {
  const at = frame.times.findIndex((time) => time >= reported.start - 60_000)
  return sortBy(frame, (column) => {
    const { center, scale } = normalParts(column.subarray(0, at))
    const row = column.subarray(at).findIndex((x) => Math.abs(x - center) > 3 * (scale || 1))
    return row < 0 ? Number.NEGATIVE_INFINITY : -row
  })
}

function shuffled(frame: Frame, reported: ReportedIncident): string[] {
  const random = createRandom(reported.start)
  return sortBy(frame, () => random())
}

function sortBy(frame: Frame, score: (column: Float64Array) => number): string[] {
  const scores = frame.columns.map(score)
  const order = frame.series.map((_, k) => k).sort((a, b) => scores[b]! - scores[a]! || a - b)
  return order.map((k) => frame.series[k]!.id)
}
