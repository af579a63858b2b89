import type { Frame, SeriesKey } from '@omen/engine'

/** Joins consecutive frames to one. */
export interface FrameKeeper {
  add(frame: Frame): void
  whole(stepMs: number): Frame
}

/** What is kept of a file while it is scored: 320 MB. Of a larger one the newest rows are looked through for gaps. */
const maxCells = 40_000_000

export function createFrameKeeper(series: readonly SeriesKey[]): FrameKeeper {
  const frames: Frame[] = []
  let rows = 0
  return {
    add(frame) {
      frames.push(frame)
      rows += frame.times.length
      while (frames.length > 1 && (rows - frames[0]!.times.length) * series.length >= maxCells)
        rows -= frames.shift()!.times.length
    },
    whole(stepMs) {
      if (frames.length === 1) return frames[0]!
      const times = join(
        frames.map((frame) => frame.times),
        rows,
      )
      const columns = series.map((_, index) =>
        join(
          frames.map((frame) => frame.columns[index]!),
          rows,
        ),
      )
      return { times, stepMs, series, columns }
    },
  }
}

function join(parts: readonly Float64Array[], length: number): Float64Array {
  const whole = new Float64Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
