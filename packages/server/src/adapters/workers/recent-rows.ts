import type { ScoredChunk } from '@omen/engine/detect'
import { type Frame, sliceFrame } from '@omen/engine/series'
import { sliceScores } from './slice-scores.ts'

/** A frame and its scores, row by row. */
export interface ScoredRows {
  readonly frame: Frame
  readonly scored: ScoredChunk
}

/** Holds the most recent rows of a file that is scored chunk by chunk. */
export interface RecentRows {
  add(rows: ScoredRows): void
  /** Releases chunks that end before the row. */
  forgetBefore(row: number): void
  has(fromRow: number): boolean
  /** Rows of the file; views where they lie in one chunk. */
  slice(fromRow: number, toRow: number): ScoredRows
}

export function createRecentRows(): RecentRows {
  const chunks: (ScoredRows & { from: number; to: number })[] = []
  let rows = 0
  return {
    add(chunk) {
      const from = rows
      rows += chunk.frame.times.length
      chunks.push({ ...chunk, from, to: rows })
    },
    forgetBefore(row) {
      while (chunks.length > 0 && chunks[0]!.to <= row) chunks.shift()
    },
    has: (fromRow) => fromRow >= (chunks[0]?.from ?? rows),
    slice(fromRow, toRow) {
      const parts = chunks
        .filter(({ from, to }) => from < toRow && fromRow < to)
        .map(({ frame, scored, from, to }) => {
          const [first, end] = [Math.max(fromRow, from) - from, Math.min(toRow, to) - from]
          return { frame: sliceFrame(frame, first, end), scored: sliceScores(scored, first, end) }
        })
      return parts.length === 1 ? parts[0]! : joinRows(parts)
    },
  }
}

function joinRows(parts: readonly ScoredRows[]): ScoredRows {
  const { series, stepMs } = parts[0]!.frame
  const frames = parts.map((part) => part.frame)
  const scored = parts.map((part) => part.scored)
  const columns = <T extends Float64Array | Float32Array | Int8Array>(of: (index: number) => T[]): T[] =>
    series.map((_, index) => joinArrays(of(index)))
  return {
    frame: {
      series,
      stepMs,
      times: joinArrays(frames.map((frame) => frame.times)),
      columns: columns((index) => frames.map((frame) => frame.columns[index]!)),
    },
    scored: {
      times: joinArrays(scored.map((one) => one.times)),
      probability: joinArrays(scored.map((one) => one.probability)),
      direction: joinArrays(scored.map((one) => one.direction)),
      seriesProbability: columns((index) => scored.map((one) => one.seriesProbability[index]!)),
      seriesSide: columns((index) => scored.map((one) => one.seriesSide[index]!)),
      expectedLow: columns((index) => scored.map((one) => one.expectedLow[index]!)),
      expectedHigh: columns((index) => scored.map((one) => one.expectedHigh[index]!)),
    },
  }
}

/** Parts one after the other; one that is alone stays as it is. */
function joinArrays<T extends Float64Array | Float32Array | Int8Array>(parts: readonly T[]): T {
  const [first] = parts
  if (first === undefined) throw new RangeError('there is nothing to join')
  if (parts.length === 1) return first
  const whole = new (first.constructor as new (length: number) => T)(
    parts.reduce((length, part) => length + part.length, 0),
  )
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
