/** How the timestamps of a file are ordered. `unsorted` counts rows earlier than one before them. */
type TimeOrder = { from: number; to: number; unsorted: number; duplicates: number }

/** Keeps every timestamp of a file (8 bytes a row) to tell order and repeats at its end. */
export type TimeLog = { readonly rows: number; add(ms: number): void; examine(): TimeOrder }

/** An empty log. */
export function createTimeLog(): TimeLog {
  let times = new Float64Array(4096)
  let rows = 0
  let latest = Number.NEGATIVE_INFINITY
  let unsorted = 0
  let duplicates = 0
  return {
    get rows() {
      return rows
    },
    add(ms) {
      if (rows === times.length) {
        const grown = new Float64Array(rows * 2)
        grown.set(times)
        times = grown
      }
      times[rows++] = ms
      if (ms > latest) latest = ms
      else if (ms === latest) duplicates++
      else unsorted++
    },
    examine() {
      if (rows === 0) return { from: Number.NaN, to: Number.NaN, unsorted: 0, duplicates: 0 }
      if (unsorted === 0) return { from: times[0]!, to: latest, unsorted, duplicates }
      const sorted = times.slice(0, rows).sort()
      let repeats = 0
      for (let k = 1; k < rows; k++) if (sorted[k] === sorted[k - 1]) repeats++
      return { from: sorted[0]!, to: latest, unsorted, duplicates: repeats }
    },
  }
}
