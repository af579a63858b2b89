/** So many requests are under way at once. */
const atOnce = 4

/** Does something with each of many, a few at a time; returns those it failed for. */
export const inSteps = async <T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<T[]> => {
  const failed: T[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    const step = items.slice(start, start + atOnce)
    const outcomes = await Promise.allSettled(step.map(act))
    failed.push(...step.filter((_, index) => outcomes[index]?.status === 'rejected'))
  }
  return failed
}
