/** How the timestamps of a file are ordered. `unsorted` counts rows earlier than one before them. */
type TimeOrder = { from: number; to: number; unsorted: number; duplicates: number }

/** Keeps every timestamp of a file (8 bytes a row) to tell order and repeats at its end. */
export type TimeLog = {
  readonly rows: number
  /** Rows so far that repeat the latest time; of a sorted file these are all repeats. */
  readonly repeats: number
  add(ms: number): void
  /** Every time, ascending; nothing can be added after it. */
  sorted(): Float64Array
  examine(): TimeOrder
}

/** Times of a chunk. */
const CHUNK_ROWS = 65_536

/** An empty log. It grows by chunks: doubling one array would hold three times its rows at the moment it grows. */
export function createTimeLog(): TimeLog {
  let chunks: Float64Array[] = []
  let whole: Float64Array | undefined
  let rows = 0
  let latest = Number.NEGATIVE_INFINITY
  let unsorted = 0
  let repeats = 0

  const sorted = (): Float64Array => {
    if (whole === undefined) {
      whole = joinChunks(chunks, rows)
      chunks = []
      if (unsorted > 0) whole.sort()
    }
    return whole
  }
  return {
    get rows() {
      return rows
    },
    get repeats() {
      return repeats
    },
    add(ms) {
      const at = rows++ % CHUNK_ROWS
      if (at === 0) chunks.push(new Float64Array(CHUNK_ROWS))
      chunks[chunks.length - 1]![at] = ms
      if (ms > latest) latest = ms
      else if (ms === latest) repeats++
      else unsorted++
    },
    sorted,
    examine() {
      if (rows === 0) return { from: Number.NaN, to: Number.NaN, unsorted: 0, duplicates: 0 }
      const times = sorted()
      return { from: times[0]!, to: latest, unsorted, duplicates: unsorted === 0 ? repeats : countRepeats(times) }
    },
  }
}

function joinChunks(chunks: readonly Float64Array[], rows: number): Float64Array {
  const whole = new Float64Array(rows)
  for (const [k, chunk] of chunks.entries()) whole.set(chunk.subarray(0, rows - k * CHUNK_ROWS), k * CHUNK_ROWS)
  return whole
}

function countRepeats(sorted: Float64Array): number {
  let count = 0
  for (let k = 1; k < sorted.length; k++) if (sorted[k] === sorted[k - 1]) count++
  return count
}
