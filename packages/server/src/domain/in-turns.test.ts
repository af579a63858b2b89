import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

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
