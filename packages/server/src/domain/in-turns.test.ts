import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { filterInTurns, inTurns, mapInTurns } from './in-turns.ts'

async function othersMeanwhile(count: number, valuesAStep?: number): Promise<number> {
  let turns = 0
  let isDone = false
  const work = inTurns(count, () => {}, valuesAStep).then(() => (isDone = true))
  for (; !isDone; turns++) await setImmediate()
  await work
  return turns
}

test('every index comes once, in order', async () => {
  const seen: number[] = []
  await inTurns(25_000, (index) => void seen.push(index))
  expect(seen).toEqual(Array.from({ length: 25_000 }, (_, index) => index))
})

test('other work runs after every ten thousand values', async () => {
  expect(await othersMeanwhile(100_000)).toBeGreaterThanOrEqual(9)
  expect(await othersMeanwhile(10, 10_000)).toBeGreaterThanOrEqual(9)
})

test('other work runs after a step that took long', async () => {
  let turns = 0
  const busy = (): void => {
    for (const until = performance.now() + 25; performance.now() < until; );
  }
  const work = inTurns(4, busy)
  const others = (async () => {
    for (; turns < 3; turns++) await setImmediate()
  })()
  await work
  await others
  expect(turns).toBe(3)
})

const items = Array.from({ length: 120 }, (_, item) => item)

test('maps every item with its index, in their order', async () => {
  expect(await mapInTurns(items, (item, index) => [item, index])).toEqual(items.map((item) => [item, item]))
  expect(await mapInTurns([], String)).toEqual([])
})

test('keeps the items that the predicate holds for', async () => {
  expect(await filterInTurns(items, (item) => item % 3 === 0)).toEqual(items.filter((item) => item % 3 === 0))
})

test('yields to other work in between', async () => {
  const seen: number[] = []
  void setImmediate().then(() => seen.push(-1))
  await mapInTurns(items, (item) => seen.push(item))
  expect(seen.indexOf(-1)).toBe(50)
})
