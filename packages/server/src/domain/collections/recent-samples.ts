/**
 * What was stored of a project of late, so that samples which its service gives again are not stored and scored again: windows overlap, since a service may still
 * add or change what was fetched.
 */
export interface RecentSamples {
  /** Whether the sample was stored with the same value; `number` is that of its series. */
  has(number: number, time: number, value: number): boolean
  note(number: number, time: number, value: number): void
  /** Forgets samples before a time that will not be asked for again. */
  forgetBefore(time: number): void
}

/** Samples off any common clock are not remembered: a column for each of their times would take the square of their number. */
const MAX_TIMES = 64
const ABSENT = Number.POSITIVE_INFINITY

export function createRecentSamples(): RecentSamples {
  /** By time, then by the number of the series. */
  const columns = new Map<number, Float64Array>()
  const columnFor = (time: number, min: number): Float64Array | undefined => {
    const known = columns.get(time)
    if (known === undefined && columns.size >= MAX_TIMES) return undefined
    if (known !== undefined && known.length >= min) return known
    const longest = Math.max(0, ...[...columns.values()].map(({ length }) => length))
    const column = new Float64Array(Math.max(min, longest)).fill(ABSENT)
    if (known !== undefined) column.set(known)
    columns.set(time, column)
    return column
  }
  return {
    has(number, time, value) {
      const known = columns.get(time)?.[number] ?? ABSENT
      return known === value || (Number.isNaN(known) && Number.isNaN(value))
    },
    note(number, time, value) {
      const column = columnFor(time, number + 1)
      if (column !== undefined) column[number] = value
    },
    forgetBefore(time) {
      for (const past of columns.keys()) if (past < time) columns.delete(past)
    },
  }
}
