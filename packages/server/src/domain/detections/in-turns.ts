import { setImmediate } from 'node:timers/promises'

const itemsAtOnce = 50

/** Like `map`, for many items: yields to other requests in between. */
export async function mapInTurns<T, U>(items: readonly T[], map: (item: T, index: number) => U): Promise<U[]> {
  const mapped: U[] = []
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    if (from > 0) await setImmediate()
    for (const [index, item] of items.slice(from, from + itemsAtOnce).entries()) mapped.push(map(item, from + index))
  }
  return mapped
}

/** Like `filter`, for many items: yields to other requests in between. */
export async function filterInTurns<T>(items: readonly T[], isKept: (item: T) => boolean): Promise<T[]> {
  const keeps = await mapInTurns(items, isKept)
  return items.filter((_, index) => keeps[index])
}
