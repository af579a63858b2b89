import type { FlaggedPoint } from './chart-types.ts'
import type { Bucket, LimitedLine } from './limit-points.ts'

export interface Vertex {
  x: number
  y: number | null
}

export interface EnvelopeVertex {
  x: number
  low: number | null
  high: number | null
}

// A bucket this many times wider in value than the median one holds a peak that a mean would hide.
const PEAK_RATIO = 3

/**
 * The vertices of a line in data units; a null y breaks it, and so does a step clearly longer than `stepMs`. A line that visits its
 * peaks passes through the flagged samples at their own times, where their dots are.
 */
export function lineVertices({
  buckets,
  mode,
  stepMs,
  flagged,
}: Pick<LimitedLine, 'buckets' | 'mode' | 'stepMs' | 'flagged'>): Vertex[] {
  const vertices: Vertex[] = []
  const peakSpan = mode === 'peaks' ? PEAK_RATIO * medianSpan(buckets) : Number.POSITIVE_INFINITY
  const visited = mode === 'peaks' ? flagged : []
  let next = 0
  let previous: Bucket | null = null
  for (const bucket of buckets) {
    for (; next < visited.length && visited[next]!.t < bucket.t; next++) vertices.push(vertexOf(visited[next]!))
    if (previous && isJump(previous.t, bucket.t, stepMs)) vertices.push({ x: previous.t + stepMs, y: null })
    // The mean of a bucket that is partly abnormal lies where no sample was.
    const isVisited = next < visited.length && visited[next]!.t < bucket.t + stepMs
    if (!isVisited) vertices.push({ x: bucket.t, y: drawnValue(bucket, peakSpan) })
    previous = bucket
  }
  return [...vertices, ...visited.slice(next).map(vertexOf)]
}

const vertexOf = ({ t, v }: FlaggedPoint): Vertex => ({ x: t, y: v })

function spanOf({ min, max }: Bucket): number | null {
  return min === null || max === null ? null : max - min
}

function medianSpan(buckets: readonly Bucket[]): number {
  const spans = buckets.map(spanOf).filter((span) => span !== null)
  return spans.sort((a, b) => a - b)[spans.length >> 1] ?? 0
}

/** The mean, or in a bucket with a peak the extreme farther from it. */
function drawnValue(bucket: Bucket, peakSpan: number): number | null {
  const { min, max, mean } = bucket
  if (min === null || max === null || mean === null || max - min <= peakSpan) return mean
  return max - mean >= mean - min ? max : min
}

export function envelopeVertices(buckets: readonly Bucket[], stepMs: number): EnvelopeVertex[] {
  const vertices: EnvelopeVertex[] = []
  let previous: Bucket | null = null
  for (const bucket of buckets) {
    if (previous && isJump(previous.t, bucket.t, stepMs)) vertices.push({ x: bucket.t, low: null, high: null })
    vertices.push({ x: bucket.t, low: bucket.min, high: bucket.max })
    previous = bucket
  }
  return vertices
}

/** A step clearly longer than `stepMs` is a gap, even without a null. */
export function isJump(from: number, to: number, stepMs: number): boolean {
  return stepMs > 0 && to - from > stepMs * 2.5
}
