/** The mean of what `of` gives of each. */
export function meanOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0) / all.length
}
