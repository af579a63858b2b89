import type { SameData } from '../types.ts'

type Found = SameData['versions'][number]
type Period = Found['periods'][number]

/** A period that one version of a model found, or both of them. */
export interface FoundPeriod extends Period {
  /** Beginnings of the windows whose versions found it. */
  readonly by: readonly number[]
}

const overlaps = (a: Period, b: Period): boolean => a.start <= b.end && b.start <= a.end

/** The periods that one or two versions found in the same rows, by time; those that overlap are one. */
export function foundPeriods([first, second]: readonly Found[]): FoundPeriod[] {
  if (first === undefined) return []
  const theirs = second?.periods ?? []
  const mine = first.periods.map((period): FoundPeriod => {
    const same = theirs.some((other) => overlaps(period, other))
    return { ...period, by: same && second !== undefined ? [first.from, second.from] : [first.from] }
  })
  const more = theirs
    .filter((period) => !first.periods.some((own) => overlaps(period, own)))
    .map((period): FoundPeriod => ({ ...period, by: second === undefined ? [] : [second.from] }))
  return [...mine, ...more].sort((a, b) => a.start - b.start)
}
