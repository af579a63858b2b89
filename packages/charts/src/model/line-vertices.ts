import type { Bucket, DrawMode } from './limit-points.ts'

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

/** The vertices of a line in data units; a null y breaks it, and so does a step clearly longer than `stepMs`. */
export function lineVertices(buckets: readonly Bucket[], mode: DrawMode, stepMs: number): Vertex[] {
  const vertices: Vertex[] = []
  const peakSpan = mode === 'peaks' ? PEAK_RATIO * medianSpan(buckets) : Number.POSITIVE_INFINITY
  let previous: Bucket | null = null
  for (const bucket of buckets) {
    if (previous && isJump(previous.t, bucket.t, stepMs)) vertices.push({ x: previous.t + stepMs, y: null })
    vertices.push({ x: bucket.t, y: drawnValue(bucket, peakSpan) })
    previous = bucket
  }
  return vertices
}

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
