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

/** The vertices of a line in data units; a null y breaks it. `stepMs` is the distance beyond which neighbours do not belong together. */
export function lineVertices(buckets: readonly Bucket[], mode: DrawMode, stepMs: number): Vertex[] {
  const vertices: Vertex[] = []
  let previous: Bucket | null = null
  for (const bucket of buckets) {
    if (previous && isJump(previous.t, bucket.t, stepMs)) vertices.push({ x: previous.t + stepMs, y: null })
    if (mode === 'zigzag') vertices.push(...upAndDown(bucket, vertices.at(-1)?.y ?? null))
    else vertices.push({ x: bucket.t, y: bucket.mean })
    previous = bucket
  }
  return vertices
}

/** Both extremes of a bucket, first the one nearer to where the line comes from, so that it travels least. */
function upAndDown({ t, min, max }: Bucket, from: number | null): Vertex[] {
  if (min === null || max === null || min === max) return [{ x: t, y: min }]
  const isMinFirst = from === null || Math.abs(from - min) <= Math.abs(from - max)
  const [first, second] = isMinFirst ? [min, max] : [max, min]
  return [
    { x: t, y: first },
    { x: t, y: second },
  ]
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

/** A step clearly longer than usual is a gap, even where no null says so. */
export function isJump(from: number, to: number, stepMs: number): boolean {
  return stepMs > 0 && to - from > stepMs * 2.5
}
