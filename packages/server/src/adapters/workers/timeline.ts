import { findStepMs, type Interval } from '@omen/engine'

export interface TimelineSummary {
  readonly rows: number
  readonly intervalMs: number | null
  readonly gaps: Interval[]
}

/** Collects the times of a file, to tell its interval and where whole rows are missing. */
export interface Timeline {
  add(times: Float64Array): void
  summary(): TimelineSummary
}

const maxGapsListed = 100

export function createTimeline(): Timeline {
  let times = new Float64Array(4096)
  let length = 0
  return {
    add(more) {
      if (length + more.length > times.length) {
        const grown = new Float64Array(Math.max(length + more.length, times.length * 2))
        grown.set(times.subarray(0, length))
        times = grown
      }
      times.set(more, length)
      length += more.length
    },
    summary() {
      const sorted = times.subarray(0, length).sort()
      const step = findStepMs(sorted)
      return { rows: countDistinct(sorted), intervalMs: step > 0 ? step : null, gaps: findHoles(sorted, step) }
    },
  }
}

function countDistinct(sorted: Float64Array): number {
  let count = 0
  for (let index = 0; index < sorted.length; index++) if (index === 0 || sorted[index] !== sorted[index - 1]) count++
  return count
}

function findHoles(sorted: Float64Array, step: number): Interval[] {
  const holes: Interval[] = []
  for (let index = 1; index < sorted.length && step > 0 && holes.length < maxGapsListed; index++) {
    const before = sorted[index - 1]!
    const after = sorted[index]!
    if (after - before > 1.5 * step) holes.push({ start: before + step, end: after - step })
  }
  return holes
}
