import type { ChartLine, FlaggedPoint, TimeDomain } from './chart-types.ts'
import { isReduced } from './is-reduced.ts'
import { stepOf, valueAt, visibleRange } from './sample-lookup.ts'

export const POINT_BUDGET = 5000
const MIN_BUCKETS_PER_LINE = 4
/** Above this many lines, envelopes would cover each other. */
const MAX_ENVELOPES = 4

/** How a line's buckets become vertices: one per sample, a mean line inside an envelope, or a mean line that visits the peaks. */
export type DrawMode = 'samples' | 'envelope' | 'peaks'
const COST: Record<DrawMode, number> = { samples: 1, envelope: 3, peaks: 1 }

export interface Bucket {
  t: number
  min: number | null
  max: number | null
  mean: number | null
}

export interface LimitedLine {
  line: ChartLine
  mode: DrawMode
  buckets: Bucket[]
  /** Interval of these buckets. */
  stepMs: number
  flagged: readonly FlaggedPoint[]
}

/**
 * Limits the lines of a chart to the visible interval, to a total budget of vertices, and to one bucket per pixel if `widthPx` is
 * given; flagged points are kept.
 */
export function limitPoints(
  lines: readonly ChartLine[],
  domain: TimeDomain,
  budget: number = POINT_BUDGET,
  widthPx: number = Number.POSITIVE_INFINITY,
): LimitedLine[] {
  const kept = keepLines(lines, Math.floor(budget / (4 * MIN_BUCKETS_PER_LINE)))
  const flagged = kept.map((line) => visibleFlagged(line, domain))
  const flaggedShare = limitFlagged(flagged, Math.floor(budget / 2))
  const spent = flaggedShare.reduce((sum, points) => sum + points.length, 0)
  const ranges = kept.map((line) => visibleRange(line.times, domain))
  const modes = kept.map((line, i) => drawMode(line, ranges[i]!, kept.length))
  const shares = shareBudget(
    ranges.map(([first, last], i) => (last - first) * COST[modes[i]!]),
    budget - spent,
  )
  return kept.map((line, i) =>
    settle(line, ranges[i]!, modes[i]!, { share: shares[i]!, widthPx, lineCount: kept.length }, flaggedShare[i]!),
  )
}

/** Too many lines to give each a few vertices: those with findings are kept first, then the others in order. */
function keepLines(lines: readonly ChartLine[], max: number): readonly ChartLine[] {
  if (lines.length <= max) return lines
  const withFindings = lines.filter((line) => line.flagged?.length)
  const others = lines.filter((line) => !line.flagged?.length)
  const chosen = new Set([...withFindings, ...others].slice(0, max))
  return lines.filter((line) => chosen.has(line))
}

function visibleFlagged(line: ChartLine, domain: TimeDomain): FlaggedPoint[] {
  return (line.flagged ?? []).filter((p) => p.t >= domain.from && p.t <= domain.to && Number.isFinite(p.v))
}

/** All flagged points are kept, unless they alone exceed half the budget: then the extremes of each chunk are. */
function limitFlagged(flagged: FlaggedPoint[][], budget: number): FlaggedPoint[][] {
  const total = flagged.reduce((sum, points) => sum + points.length, 0)
  if (total <= budget) return flagged
  return flagged.map((points) => {
    const chunks = Math.max(1, Math.floor((points.length / total) * (budget / 2)))
    const size = Math.ceil(points.length / chunks)
    const kept: FlaggedPoint[] = []
    for (let i = 0; i < points.length; i += size) kept.push(...extremes(points.slice(i, i + size)))
    return kept
  })
}

function extremes(points: readonly FlaggedPoint[]): FlaggedPoint[] {
  const low = points.reduce((a, b) => (b.v < a.v ? b : a))
  const high = points.reduce((a, b) => (b.v > a.v ? b : a))
  if (low === high) return [low]
  return low.t <= high.t ? [low, high] : [high, low]
}

function drawMode(line: ChartLine, [first, last]: [number, number], lineCount: number): DrawMode {
  return isReduced(line, first, last) ? reducedMode(lineCount) : 'samples'
}

function reducedMode(lineCount: number): DrawMode {
  return lineCount <= MAX_ENVELOPES ? 'envelope' : 'peaks'
}

/** Fair shares: a line that needs less than an even share leaves the rest to the others. */
function shareBudget(needs: readonly number[], budget: number): number[] {
  const order = needs.map((_, i) => i).sort((a, b) => needs[a]! - needs[b]!)
  const shares = new Array<number>(needs.length).fill(0)
  let left = budget
  order.forEach((index, rank) => {
    const share = Math.min(needs[index]!, Math.floor(left / (needs.length - rank)))
    shares[index] = share
    left -= share
  })
  return shares
}

interface Room {
  share: number
  widthPx: number
  lineCount: number
}

// Two samples per pixel still draw as a line; more only fill it in.
const SAMPLES_PER_PX = 2

function settle(
  line: ChartLine,
  range: [number, number],
  mode: DrawMode,
  { share, widthPx, lineCount }: Room,
  flagged: readonly FlaggedPoint[],
): LimitedLine {
  const length = range[1] - range[0]
  const fits = length * COST[mode] <= share && length <= widthPx * SAMPLES_PER_PX
  const drawn = fits ? mode : reducedMode(lineCount)
  const max = Math.min(Math.floor(share / COST[drawn]), widthPx)
  const size = fits ? 1 : Math.ceil(length / Math.max(1, max))
  return { line, mode: drawn, buckets: mergeBuckets(line, range, size), stepMs: stepOf(line) * size, flagged }
}

/** Joins runs of `size` buckets; a joined bucket is a gap only if all of its buckets are. */
function mergeBuckets(line: ChartLine, [first, last]: [number, number], size: number): Bucket[] {
  const buckets: Bucket[] = []
  for (let i = first; i < last; i += size) buckets.push(joinBuckets(line, i, Math.min(last, i + size)))
  return buckets
}

function joinBuckets(line: ChartLine, from: number, to: number): Bucket {
  let min: number | null = null
  let max: number | null = null
  let sum = 0
  let weight = 0
  for (let i = from; i < to; i++) {
    const low = valueAt(line.min, i)
    const high = valueAt(line.max, i)
    if (low === null || high === null) continue
    min = min === null || low < min ? low : min
    max = max === null || high > max ? high : max
    const count = line.count?.[i] || 1
    sum += (valueAt(line.mean, i) ?? (low + high) / 2) * count
    weight += count
  }
  return { t: line.times[(from + to - 1) >> 1]!, min, max, mean: weight ? sum / weight : null }
}

/** How many vertices a limited chart draws, flagged points included. */
export function countPoints(lines: readonly LimitedLine[]): number {
  return lines.reduce((sum, { mode, buckets, flagged }) => sum + buckets.length * COST[mode] + flagged.length, 0)
}
