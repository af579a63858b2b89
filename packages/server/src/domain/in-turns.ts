import { nextTurn, threadTime } from '../ports/next-turn.ts'

/** Numbers processed within some milliseconds. */
const VALUES_A_TURN = 10_000

/** A turn ends after this time, even if a step takes longer than its values suggest. */
const MAX_TURN_MS = 20

/** Calls `step` for each index below `count`, yielding to other requests after every ten thousand values or twenty milliseconds. */
export async function inTurns(count: number, step: (index: number) => void, valuesAStep = 1): Promise<void> {
  const stepsATurn = Math.max(1, Math.floor(VALUES_A_TURN / Math.max(1, valuesAStep)))
  let begun = threadTime()
  for (let index = 0; index < count; index++) {
    if (index > 0 && (index % stepsATurn === 0 || threadTime() - begun > MAX_TURN_MS)) {
      await nextTurn()
      begun = threadTime()
    }
    step(index)
  }
}

/** Values that an item of a list is taken to have: its parts are read, compared and written. */
const VALUES_AN_ITEM = 200

/** Like `map`, for many items: yields to other requests in between. */
export async function mapInTurns<T, U>(items: readonly T[], map: (item: T, index: number) => U): Promise<U[]> {
  const mapped: U[] = []
  await inTurns(items.length, (index) => mapped.push(map(items[index]!, index)), VALUES_AN_ITEM)
  return mapped
}

/** Like `filter`, for many items: yields to other requests in between. */
export async function filterInTurns<T>(items: readonly T[], isKept: (item: T) => boolean): Promise<T[]> {
  const keeps = await mapInTurns(items, isKept)
  return items.filter((_, index) => keeps[index])
}
