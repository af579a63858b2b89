import { expect, it } from 'vitest'
import { filterInTurns, mapInTurns } from './in-turns.ts'

const items = Array.from({ length: 120 }, (_, item) => item)

it('maps every item with its index, in their order', async () => {
  expect(await mapInTurns(items, (item, index) => [item, index])).toEqual(items.map((item) => [item, item]))
  expect(await mapInTurns([], String)).toEqual([])
})

it('keeps the items that the predicate holds for', async () => {
  expect(await filterInTurns(items, (item) => item % 3 === 0)).toEqual(items.filter((item) => item % 3 === 0))
})

it('yields to other work in between', async () => {
  const seen: number[] = []
  setImmediate(() => seen.push(-1))
  await mapInTurns(items, (item) => seen.push(item))
  expect(seen.indexOf(-1)).toBe(50)
})
