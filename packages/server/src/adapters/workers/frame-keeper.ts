import type { Frame, SeriesKey } from '@omen/engine'
import { joinArrays } from './join-arrays.ts'

/** Joins consecutive frames to one. */
export interface FrameKeeper {
  add(frame: Frame): void
  /** All that is kept, which begins at `row` of the file. */
  whole(stepMs: number): { row: number; frame: Frame }
}

/** What is kept of a file while it is scored: 320 MB. Of a larger one the newest rows are looked through for gaps. */
const maxCells = 40_000_000

export function createFrameKeeper(series: readonly SeriesKey[]): FrameKeeper {
  const frames: Frame[] = []
  let rows = 0
  let row = 0
  return {
    add(frame) {
      frames.push(frame)
      rows += frame.times.length
      while (frames.length > 1 && (rows - frames[0]!.times.length) * series.length >= maxCells) {
        const forgotten = frames.shift()!.times.length
        rows -= forgotten
        row += forgotten
      }
    },
    whole(stepMs) {
      if (frames.length === 1) return { row, frame: frames[0]! }
      const times = joinArrays(frames.map((frame) => frame.times))
      const columns = series.map((_, index) => joinArrays(frames.map((frame) => frame.columns[index]!)))
      return { row, frame: { times, stepMs, series, columns } }
    },
  }
}
